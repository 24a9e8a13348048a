import { Eye, EyeSlash } from "@medusajs/icons"
import { Button, IconButton } from "@medusajs/ui"
import { useEffect, useState } from "react"
import type {
  AdminDestination,
  AdminPayout,
  AdminRevealAnswer,
} from "../../api/admin/payin/payout-types"
import { useCommand } from "../answer/use-command"
import { useFormat } from "../format/use-format"
import { Copyable, Fact, Facts } from "../page/fact"
import { Problem } from "../page/problem"
import { Section } from "../page/section"
import { useAsk } from "../page/use-ask"
import { useTexts } from "../text/use-texts"
import { accountTypeName } from "./account-type"

/** How long details stay on a screen that somebody else may look at. */
const SHOWN_MS = 60_000

interface DestinationSectionProps {
  destination: AdminDestination | null
  /** How a refund learned it. */
  from?: AdminPayout["destination_from"]
  /** Who names the account in a form. */
  email?: string | null
  /** Who holds the key that it names. */
  holder?: AdminPayout["key_holder"]
  /** The route that tells the rest. */
  path: string
}

/** Where money goes, masked; the rest once somebody asks for it by name, which is written down. */
export const DestinationSection = ({
  destination,
  from,
  email,
  holder,
  path,
}: DestinationSectionProps) => {
  const say = useTexts()
  const ask = useAsk()
  const { mutate, reset, data, error, isPending } = useCommand<AdminRevealAnswer>()
  useEffect(() => {
    if (data !== undefined) {
      const timer = setTimeout(reset, SHOWN_MS)
      return () => clearTimeout(timer)
    }
  }, [data, reset])
  const reveal = async () => {
    const agreed = await ask({
      title: say("destination.reveal"),
      text: say("destination.revealSure", { name: destination?.full_name ?? "–" }),
      confirm: say("destination.reveal"),
    })
    if (agreed) {
      mutate({ path, body: {} })
    }
  }
  return (
    <Section
      title={say("destination.title")}
      aside={
        destination !== null && (
          <Button
            type="button"
            size="small"
            variant="secondary"
            isLoading={isPending}
            onClick={() => (data === undefined ? void reveal() : reset())}
          >
            {say(data === undefined ? "destination.reveal" : "destination.hide")}
          </Button>
        )
      }
    >
      {error !== null && <Problem error={error} className="m-6" />}
      {from && <Origin from={from} />}
      {email && data === undefined && <Recipient email={email} />}
      {holder && <Holder holder={holder} />}
      {data === undefined ? (
        <Masked destination={destination} />
      ) : (
        <Revealed destination={data.destination} />
      )}
    </Section>
  )
}

/** Who approves learns whom to ask whether the bank account is theirs. */
const Origin = ({ from }: { from: NonNullable<AdminPayout["destination_from"]> }) => {
  const say = useTexts()
  return (
    <Facts>
      <Fact name={say("destination.origin")}>{say(`destination.from.${from}`)}</Fact>
    </Facts>
  )
}

/** Who approves a form approves who names the account in it. */
const Recipient = ({ email }: { email: string }) => {
  const say = useTexts()
  return (
    <Facts>
      <Fact name={say("destination.formEmail")}>
        <Copyable text={email} />
      </Fact>
    </Facts>
  )
}

/** Who approves compares whom the service names with whom the store wrote. */
const Holder = ({ holder }: { holder: NonNullable<AdminPayout["key_holder"]> }) => {
  const say = useTexts()
  const format = useFormat()
  const { name, document, bank, differs, asked_at } = holder
  const parts = [name, document && masked(document), bank].filter(Boolean).join(" · ")
  return (
    <Facts>
      <Fact name={say("destination.keyHolder")}>{parts || "–"}</Fact>
      <Fact name={say("destination.keyAsked")}>{format.time(asked_at)}</Fact>
      {differs && <Fact name={say("destination.keyDiffers")}>{say("destination.keyCompare")}</Fact>}
    </Facts>
  )
}

const Masked = ({ destination }: Pick<DestinationSectionProps, "destination">) => {
  const say = useTexts()
  return (
    <Facts>
      {destination === null ? (
        <Fact name={say("payouts.to")}>{say("destination.nowhere")}</Fact>
      ) : (
        <>
          <Fact name={say("destination.name")}>{destination.full_name}</Fact>
          <Fact name={say("destination.bank")}>{destination.bank}</Fact>
          <Fact name={say("destination.accountType")}>
            {accountTypeName(destination.account_type, say)}
          </Fact>
          <Fact name={say("destination.number")}>
            {destination.account_last_four && masked(destination.account_last_four)}
          </Fact>
        </>
      )}
    </Facts>
  )
}

const Revealed = ({ destination }: AdminRevealAnswer) => {
  const say = useTexts()
  const [open, setOpen] = useState<string | null>(null)
  const { full_name, bank, account_type, phone_code, phone_number } = destination
  const number = destination.account_number
  const secrets = [
    // A form of the service asks for it.
    ...(number === null ? [] : [{ name: say("destination.number"), secret: number }]),
    {
      name: say("destination.document"),
      secret: `${destination.legal_doc_type} ${destination.legal_doc}`,
    },
    { name: say("destination.phone"), secret: `+${phone_code} ${phone_number}` },
    { name: say("destination.email"), secret: destination.email },
  ]
  return (
    <Facts>
      <Fact name={say("destination.name")}>{full_name}</Fact>
      <Fact name={say("destination.bank")}>{bank}</Fact>
      <Fact name={say("destination.accountType")}>{accountTypeName(account_type, say)}</Fact>
      {secrets.map(({ name, secret }) => (
        <Fact key={name} name={name}>
          {open === name ? <Copyable text={secret} /> : masked("")}
          <IconButton
            type="button"
            size="2xsmall"
            variant="transparent"
            aria-label={say("destination.show", { name })}
            aria-pressed={open === name}
            onClick={() => setOpen(open === name ? null : name)}
          >
            {open === name ? <EyeSlash /> : <Eye />}
          </IconButton>
        </Fact>
      ))}
    </Facts>
  )
}

function masked(end: string): string {
  return `••••${end}`
}
