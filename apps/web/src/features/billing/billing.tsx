import { BillingState, ProviderPage, type Subscription } from '@trailwarden/api'
import { MEMBER } from '@trailwarden/domain'
import type { Block } from '@trailwarden/site'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { refreshSession } from '#data/session.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatDate } from '#lib/dates.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { AccountPage } from '#parts/page/account-page.ts'
import { blocks } from '#parts/page/guide-markdown.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'
import { BILLING_MESSAGES } from './billing-messages.ts'

type Plan = BillingState['plans'][number]

const Wide = styled('div')({ [DESKTOP]: { gridColumn: '1 / -1' } })

const PlanCard = styled(PaddedCard)({
  overflowWrap: 'anywhere',
  '& .prices': { ...typography.h3, display: 'flex', flexWrap: 'wrap', gap: '4px 16px' },
  '& .prices li + li': { ...typography.body1, color: colour('text2') },
  '& .features': { ...typography.body1, display: 'grid', gap: 8 },
  '& .features a': { color: colour('link') },
})

/** Starting or ending a subscription changes the role, so the session is refreshed too. */
async function askBilling() {
  const answer = await callApi('GET', '/api/billing', BillingState)
  if (answer.ok && answer.value.isCustomer) await refreshSession()
  return answer
}

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

export function Billing() {
  const hasSignal = useHasSignal()
  return (
    <AccountPage>
      {hasSignal ? (
        <BillingNow />
      ) : (
        <Wide>
          <Notice>{BILLING_MESSAGES.offline}</Notice>
        </Wide>
      )}
    </AccountPage>
  )
}

function BillingNow() {
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
        plans.map((plan) => <PlanOffer key={plan.price} plan={plan} />)
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

function PlanOffer({ plan }: { plan: Plan }) {
  const [isLeaving, leave] = useProviderPage()
  return (
    <PlanCard aria-label={plan.headline}>
      <CardHeading>{plan.headline}</CardHeading>
      <ul className="prices">
        {plan.prices.map((price) => (
          <li key={price}>{price}</li>
        ))}
      </ul>
      {/* The guide's Markdown describes the plan's features. The cast is safe because the server parsed this tree, and unknown nodes
          render nothing. */}
      <div className="features">{blocks(plan.features as Block[])}</div>
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
        <Muted>You don’t have a subscription. A manager gave you your role, so there’s nothing to pay.</Muted>
      )}
      {isCustomer && (
        <Button variant="outlined" disabled={isLeaving} onClick={() => leave('/api/billing/portal')}>
          Manage Billing
        </Button>
      )}
    </PaddedCard>
  )
}
