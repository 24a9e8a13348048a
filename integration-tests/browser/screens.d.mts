export interface Screen {
  theme: "light" | "dark"
  width: number
}

export function screensOf(index: number, turn: { day: number; all: boolean }): Screen[]
