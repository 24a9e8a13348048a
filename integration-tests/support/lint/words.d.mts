export function wordsGivenUp(glossary: string): Map<string, string>

export function wordsOf(name: string): string[]

export function givenUpIn(name: string, wordsAndPhrases: Iterable<string>): string[]
