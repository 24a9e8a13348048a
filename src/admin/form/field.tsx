import { Hint, Input, Label, Select, Textarea } from "@medusajs/ui"
import { useId, type ComponentProps, type ReactNode } from "react"

interface FieldProps {
  label: string
  hint?: string
  /** Says so beside the label; what is not marked is required. */
  optional?: string
  children: (id: string, hintId: string | undefined) => ReactNode
}

/** One field of a form with its label, and what helps to fill it in. */
const Field = ({ label, hint, optional, children }: FieldProps) => {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
        {optional !== undefined && (
          <span className="text-ui-fg-subtle font-normal"> ({optional})</span>
        )}
      </Label>
      {children(id, hintId)}
      {hint !== undefined && <Hint id={hintId}>{hint}</Hint>}
    </div>
  )
}

type About = Pick<FieldProps, "label" | "hint" | "optional">

interface Written extends About {
  value: string
  onChange: (value: string) => void
}

interface TextFieldProps extends Written {
  /** Values to offer; any other may be written. */
  offers?: readonly string[]
  max?: number
  type?: ComponentProps<"input">["type"]
  inputMode?: ComponentProps<"input">["inputMode"]
}

export const TextField = ({ value, onChange, offers, max, ...props }: TextFieldProps) => {
  const { type, inputMode, ...about } = props
  return (
    <Field {...about}>
      {(id, hintId) => (
        <>
          <Input
            id={id}
            value={value}
            type={type}
            inputMode={inputMode}
            maxLength={max}
            autoComplete="off"
            aria-required={about.optional === undefined}
            list={offers && `${id}-offers`}
            aria-describedby={hintId}
            onChange={(event) => onChange(event.target.value)}
          />
          {offers && (
            <datalist id={`${id}-offers`}>
              {offers.map((offer) => (
                <option key={offer} value={offer} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

export const WordsField = ({ value, onChange, ...about }: Written) => (
  <Field {...about}>
    {(id, hintId) => (
      <Textarea
        id={id}
        value={value}
        rows={3}
        maxLength={500}
        aria-required={about.optional === undefined}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

interface ChoiceFieldProps extends Written {
  choices: readonly { value: string; label: string }[]
}

export const ChoiceField = ({ value, onChange, choices, ...about }: ChoiceFieldProps) => (
  <Field {...about}>
    {(id, hintId) => (
      <Select value={value} onValueChange={onChange}>
        <Select.Trigger id={id} aria-describedby={hintId}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {choices.map((choice) => (
            <Select.Item key={choice.value} value={choice.value}>
              {choice.label}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    )}
  </Field>
)

interface FileFieldProps extends About {
  accept: string
  onChange: (file: File | null) => void
}

export const FileField = ({ accept, onChange, ...about }: FileFieldProps) => (
  <Field {...about}>
    {(id, hintId) => (
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={hintId}
        className="txt-compact-small text-ui-fg-base bg-ui-bg-field shadow-borders-base focus-visible:shadow-borders-interactive-with-active file:bg-ui-bg-component file:text-ui-fg-base file:txt-compact-small w-full rounded-md p-1.5 outline-none file:mr-3 file:rounded file:border-0 file:px-2 file:py-1"
        // Else nothing happens when the same file is chosen again after it was corrected.
        onClick={(event) => {
          event.currentTarget.value = ""
        }}
        onChange={(event) => onChange(event.target.files?.item(0) ?? null)}
      />
    )}
  </Field>
)
