import { Button } from "@medusajs/ui"
import { useNavigate } from "react-router-dom"
import type { AdminBeneficiary } from "../../api/admin/payin/beneficiary-types"
import { payin } from "../answer/use-answer"
import { DestinationSection } from "../destination/reveal"
import { useFormat } from "../format/use-format"
import { Fact, Facts } from "../page/fact"
import { MethodName } from "../page/method"
import { OpenButton } from "../page/open-button"
import { Person } from "../page/person"
import { Section } from "../page/section"
import { TwoColumns } from "../page/two-columns"
import { useRemove } from "../page/use-remove"
import { StockLocation } from "../rules/stock-location"
import { useTexts } from "../text/use-texts"
import { BeneficiaryDrawer } from "./drawer"
import { BeneficiaryPayouts, BeneficiaryRules } from "./sections"
import { ConfirmationBadge } from "./status"
import { Unconfirmed } from "./unconfirmed"

/** Somebody who is paid more than once: where to, by which rules, and what they got. */
export const BeneficiaryDetail = ({ beneficiary }: { beneficiary: AdminBeneficiary }) => {
  const say = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const { remove, busy } = useRemove()
  const { id, name, stock_location_id } = beneficiary
  const path = payin("beneficiaries", id)
  const leave = () => void navigate("/payin/beneficiaries")
  return (
    <TwoColumns
      side={
        <DestinationSection
          key={beneficiary.updated_at}
          destination={beneficiary.destination}
          path={payin("beneficiaries", id, "reveal")}
        />
      }
    >
      <Section
        level="h1"
        title={name}
        subtitle={format.time(beneficiary.created_at)}
        aside={
          <>
            <ConfirmationBadge status={beneficiary.status} />
            <OpenButton text={say("beneficiaries.edit")}>
              {(onClose) => <BeneficiaryDrawer beneficiary={beneficiary} onClose={onClose} />}
            </OpenButton>
            <Button
              type="button"
              size="small"
              variant="danger"
              isLoading={busy}
              onClick={() =>
                void remove({
                  path,
                  title: say("beneficiaries.remove"),
                  text: say("beneficiaries.removeSure", { name }),
                  done: leave,
                })
              }
            >
              {say("beneficiaries.remove")}
            </Button>
          </>
        }
      >
        <Facts>
          <Fact name={say("transactions.method")}>
            <MethodName method={beneficiary.payment_method} />
          </Fact>
          <Fact name={say("transactions.account")}>
            {`${beneficiary.account} · ${beneficiary.currency_code}`}
          </Fact>
          <Fact name={say("beneficiaries.place")}>
            {stock_location_id !== null && <StockLocation id={stock_location_id} />}
          </Fact>
          <Fact name={say("payouts.madeBy")}>
            <Person id={beneficiary.created_by} />
          </Fact>
          {beneficiary.approved_by !== null && (
            <Fact name={say("beneficiaries.confirmedBy")}>
              <Person id={beneficiary.approved_by} />
            </Fact>
          )}
          {beneficiary.edited_by !== null && (
            <Fact name={say("beneficiaries.editedBy")}>
              <Person id={beneficiary.edited_by} />
            </Fact>
          )}
        </Facts>
      </Section>
      {beneficiary.status === "awaiting_approval" && <Unconfirmed beneficiary={beneficiary} />}
      <BeneficiaryRules id={id} />
      <BeneficiaryPayouts id={id} />
    </TwoColumns>
  )
}
