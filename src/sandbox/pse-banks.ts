/** One bank of the list, and the name by which the sandbox's own page knows it. */
interface ListedBank {
  code: string
  name: string
  /** Code in `pages/banks.ts`. */
  page: string
}

/** Invented, every one. A code is a text: one of them begins with zeros, and one has letters. */
export const COLOMBIA_PSE: readonly ListedBank[] = [
  { code: "1801", name: "Banco Cóndor", page: "BANCO CONDOR" },
  { code: "1802", name: "Banco Sabana", page: "BANCO SABANA" },
  { code: "0017", name: "Banco Orquídea", page: "BANCO ORQUIDEA" },
  { code: "1804", name: "Banco Caribe Azul", page: "BANCO CARIBE AZUL" },
  { code: "18G5", name: "Cooperativa Guadua", page: "COOPERATIVA GUADUA" },
  { code: "1806", name: "Billetera Colibrí", page: "BILLETERA COLIBRI" },
]

export function pseBank(code: string | null): ListedBank | undefined {
  return COLOMBIA_PSE.find((bank) => bank.code === code)
}
