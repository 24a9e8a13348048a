export interface Screen {
  theme: "light" | "dark"
  width: number
}

export function screensOf(index: number, turn: { day: number; all: boolean }): Screen[]

export interface Visit {
  language: "es" | "en"
  phone: boolean
  theme: "light" | "dark"
}

export function oppositeVisits(index: number): [Visit, Visit]

export function visitsOf(index: number, turn: { all: boolean }): Visit[]
