import type { JestResults } from "./jest.mjs"

export interface Group {
  settings: string
  files: string[]
}

export function groupsIn(files: string[], most?: number): Group[]

export function runsAlone(file: string): boolean

export function writeGroups(groups: Group[], folder: string): string[]

export function ungrouped(results: JestResults): JestResults
