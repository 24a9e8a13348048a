import { Bank } from "./bank"
import type { Dice } from "./dice"
import { Journal } from "./journal"
import { Rota } from "./rota"
import { Saboteur } from "./saboteur"
import type { World } from "./world"

/** Who and what a schedule is played with. */
export interface Cast {
  dice: Dice
  journal: Journal
  bank: Bank
  saboteur: Saboteur
  rota: Rota
}

/** A cast for one schedule, each with dice of their own. */
export function castOf(world: World, dice: Dice): Cast {
  const journal = new Journal()
  return {
    dice,
    journal,
    bank: new Bank(world.sandbox, journal),
    saboteur: new Saboteur(world, dice.of("saboteur"), journal),
    rota: new Rota(world, dice.of("rota")),
  }
}
