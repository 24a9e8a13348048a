/** Where the shop sells, and an invented shopper of each country: checkout begins at the payment. */
export const COUNTRIES = {
  co: { name: "Colombia", city: "Bogotá", phone: "3000000000", first_name: "Lucía" },
  pe: { name: "Perú", city: "Lima", phone: "900000000", first_name: "Mateo" },
}

export type Country = keyof typeof COUNTRIES

export function countryOf(text: string): Country {
  return text === "pe" ? "pe" : "co"
}
