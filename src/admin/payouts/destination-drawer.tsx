import type { AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import { DestinationFields } from "../destination/fields"
import { writtenText } from "../destination/text"
import { useDestinationForm } from "../destination/use-destination-form"
import { FormDrawer } from "../form/form-drawer"
import { useTexts } from "../text/use-texts"
import { useDecide, usePayoutWords } from "./use-decide"

interface DestinationDrawerProps {
  payout: AdminPayoutDetail
  onClose: () => void
}

/** Says, or changes, where a payout goes. What gives a payment back goes to who paid, unless another is named. */
export const DestinationDrawer = ({ payout, onClose }: DestinationDrawerProps) => {
  const say = useTexts()
  const { amount, to } = usePayoutWords(payout)
  const { decide, busy, error } = useDecide(payout)
  const state = useDestinationForm(payout.account, {
    payment_method: payout.payment_method,
    forms: payout.status !== "rejected",
  })
  const { destination, payment_method, hasAccount, person } = state
  const givesBack = payout.transaction_id !== null
  const body = { payment_method, destination }
  return (
    <FormDrawer
      title={say("giving.action.destination")}
      description={`${amount} · ${to}`}
      submit={say("giving.action.destination")}
      busy={busy}
      error={error}
      ready={hasAccount && (person === "whole" || (givesBack && person === "nobody"))}
      onSubmit={() =>
        void decide("destination", body, { to: writtenText(destination), done: onClose })
      }
      onClose={onClose}
    >
      <DestinationFields
        state={state}
        personHint={givesBack ? say("destination.refundPerson") : undefined}
      />
    </FormDrawer>
  )
}
