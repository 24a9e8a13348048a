const WEIGHTS = [3, 7, 1]

/** Whether a text is a CLABE, an account number of Mexico: 18 digits, of which the last one checks the others. */
export function isClabe(text: string): boolean {
  if (!/^[0-9]{18}$/.test(text)) {
    return false
  }
  const digits = Array.from(text, Number)
  const sum = digits
    .slice(0, 17)
    .reduce((total, digit, place) => total + ((digit * WEIGHTS[place % 3]) % 10), 0)
  return digits[17] === (10 - (sum % 10)) % 10
}
