export function keepScores(report: object): void

export function toldScore(
  scores?: Record<string, object>,
  sourceOf?: (file: string) => string
): string
