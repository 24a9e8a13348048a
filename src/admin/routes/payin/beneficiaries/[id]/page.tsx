import { FetchError } from "@medusajs/js-sdk"
import { useParams } from "react-router-dom"
import type { AdminBeneficiaryList } from "../../../../../api/admin/payin/beneficiary-types"
import { payin, useAnswer } from "../../../../answer/use-answer"
import { BeneficiaryDetail } from "../../../../beneficiaries/detail"
import { LoadingPage } from "../../../../page/loading"
import { Problem } from "../../../../page/problem"
import { crumb } from "../../../../text/crumb"
import { useTexts } from "../../../../text/use-texts"

const Beneficiary = () => {
  const { id = "" } = useParams()
  const say = useTexts()
  const { data, error, refetch } = useAnswer<AdminBeneficiaryList>(payin("beneficiaries"), {
    query: { q: id },
  })
  const beneficiary = data?.beneficiaries.find((one) => one.id === id)
  if (beneficiary !== undefined) {
    return <BeneficiaryDetail beneficiary={beneficiary} />
  }
  if (error !== null) {
    return <Problem error={error} again={() => void refetch()} />
  }
  return data === undefined ? (
    <LoadingPage />
  ) : (
    <Problem error={new FetchError(say("beneficiaries.deleted"), "Not Found", 404)} />
  )
}

export const handle = crumb("menu.beneficiary")

export default Beneficiary
