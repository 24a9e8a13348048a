import type { JestResults } from "./jest.mjs"

export interface Group {
  settings: string
  files: string[]
}

export function groupsIn(folder: string): Group[]

export function writeGroups(groups: Group[], folder: string): void

export function ungrouped(results: JestResults): JestResults
