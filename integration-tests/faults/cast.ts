import type { Bank } from "./bank"
import type { Dice } from "./dice"
import type { Journal } from "./journal"
import type { Rota } from "./rota"
import type { Saboteur } from "./saboteur"

/** Who and what a schedule is played with. */
export interface Cast {
  dice: Dice
  journal: Journal
  bank: Bank
  saboteur: Saboteur
  rota: Rota
}
