/** The classes of each element. */
export interface PayInClassNames {
  form: string
  fieldset: string
  legend: string
  /** A way to pay, with its radio button. */
  method: string
  icon: string
  hint: string
  /** A label with its input. */
  field: string
  input: string
  problem: string
  note: string
  link: string
  button: string
  /** A button for what is not the main thing, such as to copy. */
  secondary: string
  /** How to pay on this page. */
  here: string
  /** A key to pay to. */
  key: string
  /** The frame of the card form. */
  card: string
}

/**
 * The look under Tailwind, whose reset takes borders and buttons away. Without Tailwind only the first name of each
 * means something: a hook for the shop's own styles. Colors come from the page, so that a dark one stays dark: those of
 * fields follow its `color-scheme`, as the lists that a browser opens do.
 */
export const TAILWIND: PayInClassNames = {
  form: "payin-form grid min-w-0 gap-3",
  fieldset: "payin-fieldset grid min-w-0 gap-3",
  legend: "payin-legend mb-3 font-semibold",
  method: "payin-method block cursor-pointer rounded-lg border border-gray-400 px-4 py-3",
  icon: "payin-icon inline-block h-6 w-6",
  hint: "payin-hint block text-sm opacity-80",
  field: "payin-field block text-sm",
  input:
    "payin-input mt-1 block w-full rounded-md border border-gray-500 bg-[color:Field] px-3 py-2 text-base " +
    "text-[color:FieldText] aria-[invalid=true]:border-red-600",
  problem: "payin-problem text-red-700 dark:text-red-300",
  note: "payin-note",
  link: "payin-link underline",
  button:
    "payin-button rounded-md bg-gray-900 px-6 py-3 text-white aria-disabled:opacity-60 dark:bg-white dark:text-gray-900",
  secondary: "payin-secondary rounded-md border border-gray-500 px-4 py-2",
  here: "payin-here grid min-w-0 justify-items-start gap-3",
  key: "payin-key block break-all text-xl font-semibold",
  card: "payin-card",
}
