export function inLanes<Part extends { cores: number }, Result>(
  parts: Part[],
  how: {
    cores: number
    run(part: Part): Promise<Result>
    mayBegin?(part: Part): boolean
  }
): Promise<{ results: Result[]; leftOut: Part[] }>

export function ofTheDay<Part>(parts: Part[], day: number): Part[]

export function dayNumber(now?: Date): number

export function slowness(results: { seconds: number; usual: number }[]): number
