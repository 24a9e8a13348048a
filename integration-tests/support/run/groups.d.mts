import type { JestResults } from "./jest.mjs"

export function groupsIn(folder: string): string[][]

export function writeGroups(groups: string[][], folder: string): void

export function ungrouped(results: JestResults): JestResults
