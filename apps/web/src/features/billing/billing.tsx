import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { BillingState, ProviderPage, type Subscription } from '@trailwarden/api'
import { MEMBER } from '@trailwarden/domain'
import type { Block } from '@trailwarden/site'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { refreshSession } from '#data/session.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatDate } from '#lib/dates.ts'
import { BILLING_MESSAGES } from '#lib/messages/billing.ts'
import { reasonOf } from '#parts/reason.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { useHasSignal } from '#platform/signal.ts'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'

type Plan = BillingState['plans'][number]
/** How markdown is shown. */
type ShowBlocks = (blocks: readonly Block[]) => ReactNode

const Wide = styled('div')({ [DESKTOP]: { gridColumn: '1 / -1' } })

const PlanCard = styled(PaddedCard)(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& .prices': { ...theme.typography.h3, display: 'flex', flexWrap: 'wrap', gap: '4px 16px' },
  '& .prices li + li': { ...theme.typography.body1, color: colour('text2') },
  '& .features': { ...theme.typography.body1, display: 'grid', gap: 8 },
  '& .features a': { color: colour('link') },
}))

/** Reading it lets the role follow a subscription that has begun or ended meanwhile, so the session is asked for as well. */
async function askBilling() {
  const answer = await callApi('GET', '/api/billing', BillingState)
  if (answer.ok && answer.value.isCustomer) await refreshSession()
  return answer
}

/** Goes to a page of the payment provider. True while on the way there. */
function useProviderPage(): [isLeaving: boolean, leave: (path: string, wish?: object) => Promise<void>] {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async (path: string, wish: object = {}) => {
    setIsLeaving(true)
    const answer = await callApi('POST', path, ProviderPage, wish)
    if (answer.ok) return location.assign(answer.value.url)
    setIsLeaving(false)
    toast('error', BILLING_MESSAGES.failed(reasonOf(answer)))
  }
  return [isLeaving, leave]
}

/** Plans and the own subscription. `showBlocks` shows what a plan offers. */
export function Billing({ showBlocks }: { showBlocks: ShowBlocks }) {
  if (useHasSignal()) return <BillingNow showBlocks={showBlocks} />
  return (
    <Wide>
      <Notice>{BILLING_MESSAGES.offline}</Notice>
    </Wide>
  )
}

function BillingNow({ showBlocks }: { showBlocks: ShowBlocks }) {
  const { answer, askAgain } = useAnswer(askBilling)
  const { role } = useSignedIn()
  if (!answer) return null
  if (!answer.ok)
    return (
      <PaddedCard>
        <p role="alert">{BILLING_MESSAGES.failed(reasonOf(answer))}</p>
        <Button variant="outlined" onClick={askAgain}>
          Try again
        </Button>
      </PaddedCard>
    )
  const { plans, subscription, isCustomer } = answer.value
  return (
    <>
      <BackFromCheckout isActive={subscription !== null} />
      {subscription || role > MEMBER ? (
        <OwnPlan subscription={subscription} isCustomer={isCustomer} />
      ) : (
        plans.map((plan) => <PlanOffer key={plan.price} plan={plan} showBlocks={showBlocks} />)
      )}
    </>
  )
}

function BackFromCheckout({ isActive }: { isActive: boolean }) {
  const outcome = useSearchParams()[0].get('checkout')
  if (outcome !== 'success' && outcome !== 'cancelled') return null
  const paid = isActive ? BILLING_MESSAGES.paid : BILLING_MESSAGES.beingPaid
  return (
    <Wide role="status">
      <Notice>{outcome === 'success' ? paid : BILLING_MESSAGES.cancelled}</Notice>
    </Wide>
  )
}

function PlanOffer({ plan, showBlocks }: { plan: Plan; showBlocks: ShowBlocks }) {
  const [isLeaving, leave] = useProviderPage()
  return (
    <PlanCard aria-label={plan.headline}>
      <CardHeading>{plan.headline}</CardHeading>
      <ul className="prices">
        {plan.prices.map((price) => (
          <li key={price}>{price}</li>
        ))}
      </ul>
      {/* Safe: the server has read it into this tree; a node that this version does not know shows as nothing. */}
      <div className="features">{showBlocks(plan.features as Block[])}</div>
      <Button
        variant="contained"
        disabled={isLeaving}
        aria-label={`Subscribe: ${plan.headline}`}
        onClick={() => leave('/api/billing/checkout', { price: plan.price })}
      >
        Subscribe
      </Button>
    </PlanCard>
  )
}

/** The provider's word for a plan in force, where it needs one. */
const STATUS: Record<string, string> = { trialing: 'On trial', past_due: 'Payment is overdue' }

function OwnPlan({ subscription, isCustomer }: { subscription: Subscription | null; isCustomer: boolean }) {
  const { site } = usePageData()
  const [isLeaving, leave] = useProviderPage()
  return (
    <PaddedCard>
      <CardHeading>Your plan</CardHeading>
      {subscription ? (
        <Facts>
          <div>
            <dt>Plan</dt>
            <dd>{subscription.headline ?? 'No longer offered'}</dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>{STATUS[subscription.status] ?? 'Active'}</dd>
          </div>
          {subscription.periodEnd && (
            <div>
              <dt>{subscription.isEnding ? 'Ends' : 'Renews'}</dt>
              <dd>{formatDate(new Date(subscription.periodEnd), site.timeZone)}</dd>
            </div>
          )}
        </Facts>
      ) : (
        <Muted>You have no subscription. Your role was given to you and costs nothing.</Muted>
      )}
      {isCustomer && (
        <Button variant="outlined" disabled={isLeaving} onClick={() => leave('/api/billing/portal')}>
          Manage Billing
        </Button>
      )}
    </PaddedCard>
  )
}
