import type { Country } from "../catalog"

export interface Bank {
  code: string
  name: string
  /** Background of the monogram; dark enough for white letters. */
  color: string
}

/** Invented, every one: a sandbox must not look like a real bank's page. */
export const BANKS: Record<Country, readonly Bank[]> = {
  CO: [
    { code: "BANCO CONDOR", name: "Banco Cóndor", color: "#0b5f7a" },
    { code: "BANCO SABANA", name: "Banco Sabana", color: "#2f6b2f" },
    { code: "BANCO ORQUIDEA", name: "Banco Orquídea", color: "#8a2f74" },
    { code: "BANCO CARIBE AZUL", name: "Banco Caribe Azul", color: "#1d4fa3" },
    { code: "COOPERATIVA GUADUA", name: "Cooperativa Guadua", color: "#5c6413" },
    { code: "BILLETERA COLIBRI", name: "Billetera Colibrí", color: "#a33a1d" },
  ],
  PE: [
    { code: "BANCO VICUNA", name: "Banco Vicuña", color: "#8a4b12" },
    { code: "BANCO AMANCAES", name: "Banco Amancaes", color: "#75650b" },
    { code: "BANCO PUQUIO", name: "Banco Puquio", color: "#1d4fa3" },
    { code: "CAJA VALLE ALTO", name: "Caja Valle Alto", color: "#2f6b2f" },
    { code: "BILLETERA QUIPU", name: "Billetera Quipu", color: "#742f8a" },
  ],
  MX: [
    { code: "BANCO AHUEHUETE", name: "Banco Ahuehuete", color: "#2f6b2f" },
    { code: "BANCO QUETZAL", name: "Banco Quetzal", color: "#0b6b66" },
    { code: "BANCO MAGUEY", name: "Banco Maguey", color: "#5c6413" },
  ],
}

export function findBank(country: Country, code: unknown): Bank | undefined {
  return BANKS[country].find((bank) => bank.code === code)
}

export function monogram({ name }: Bank): string {
  const words = name.split(" ")
  return words[0].charAt(0) + words[words.length - 1].charAt(0)
}
