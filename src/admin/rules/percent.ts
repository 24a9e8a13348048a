/** A percent as people write it: "12,5 %". */
export function percentText(locale: string, percent: number): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 }).format(
    percent / 100
  )
}
