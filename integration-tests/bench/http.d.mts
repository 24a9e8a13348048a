export interface Sent {
  status: number
  body: unknown
  ms: number
}

export function send(method: string, url: string, request?: { body?: object }): Promise<Sent>
export function closeConnections(): void
