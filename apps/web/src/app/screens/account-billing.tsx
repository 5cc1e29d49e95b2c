import { AccountPage } from '#features/account/account-page.ts'
import { Billing } from '#features/billing/billing.tsx'
import { blocks } from '#features/guide/guide-markdown.tsx'

/** Plans are described in the guide's own markdown. */
export function AccountBilling() {
  return (
    <AccountPage>
      <Billing showBlocks={blocks} />
    </AccountPage>
  )
}
