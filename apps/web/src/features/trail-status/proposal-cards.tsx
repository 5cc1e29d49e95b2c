import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { isSameValue } from '@trailwarden/domain'
import { PROPOSAL_REASON_MAX_LENGTH } from '@trailwarden/domain/trail-status/status-proposal-kind'
import { OWN_PROPOSAL } from '@trailwarden/domain/trail-status/status-proposal-rules'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { saveDraft } from '#data/draft.ts'
import { usePageData } from '#data/page-data.ts'
import { Age } from '#parts/age.tsx'
import { NeedsAttention } from '#parts/needs-attention.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { useSiteData } from '#parts/site-data.ts'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { useNow } from '#platform/clock.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { colour } from '#ui/theme.ts'
import { confirmProposal, declineProposal, type SeenProposal, useHasOtherManager, useProposals, withdrawProposal } from './proposals.ts'
import { linesAboutTrails } from './trail-lines.ts'
import { UPDATE_DRAFT } from './update-add.tsx'
import { UpdateAttention } from './update-attention.tsx'
import { UpdateAudience } from './update-audience.tsx'
import { valuesOf } from './update-values.ts'
import type { SeenUpdate } from './updates.ts'

const Proposal = styled(Card)({
  borderColor: colour('statusPartial'),
  borderWidth: 2,
  paddingBottom: 16,
  '& > p': { padding: '0 16px' },
  '& ul': { margin: '8px 0' },
  '& li': { display: 'grid', gap: 2, padding: '10px 16px', borderTop: `1px solid ${colour('line')}`, overflowWrap: 'anywhere' },
  '& li > b': { fontWeight: 600 },
  '& li > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  '& li small': { fontSize: 14, lineHeight: '20px', color: colour('text2') },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8, padding: '8px 16px 0' },
  '& .reason': { padding: '8px 16px 0' },
})

/** How long an author reads that their proposal was declined. */
const DECLINED_SHOWN_MS = 7 * 86_400_000

/** What waits for a second manager, above the log of what was posted: what it was, what it will be, and the answer. */
export function ProposalCards({ latest }: { latest: SeenUpdate | null }) {
  const me = useSignedIn()
  const now = useNow()
  const proposals = useProposals() ?? []
  const waiting = proposals.filter(({ state, sync }) => state === 'Waiting' || sync !== 'sent')
  const declined = proposals.find(({ createdBy }) => createdBy === me.id)
  const isDeclined =
    declined?.state === 'Declined' &&
    declined.sync === 'sent' &&
    declined.basedOn === (latest?.id ?? null) &&
    now.getTime() - Date.parse(declined.updatedAt) < DECLINED_SHOWN_MS
  return (
    <>
      {waiting.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} latest={latest} />
      ))}
      {isDeclined && (
        <Notice>
          {declined.updatedByName} declined what you proposed <Age at={declined.createdAt} />
          {declined.reason ? `: ${declined.reason}` : '.'} <LookAgain proposal={declined} title="Look at it again" />
        </Notice>
      )}
    </>
  )
}

/** Opens the form with these words beside what is public now. */
function LookAgain({ proposal, title }: { proposal: SeenProposal; title: string }) {
  const { site } = usePageData()
  const device = useDevice()
  const navigate = useNavigate()
  const lookAgain = async () => {
    if (!device) return
    await saveDraft(device.db, UPDATE_DRAFT, valuesOf({ ...proposal, outcome: null }, site.networks, new Date()))
    void navigate('/updates/add')
  }
  return (
    <Button variant="outlined" onClick={lookAgain}>
      {title}
    </Button>
  )
}

function ProposalCard({ proposal, latest }: { proposal: SeenProposal; latest: SeenUpdate | null }) {
  const id = useId()
  const me = useSignedIn()
  const { createdBy, createdByName, createdAt, attention, sync, isSent, state } = proposal
  const isOwn = createdBy === me.id
  // Upon one of the author's own that was sent at the same time, or upon one this device has not heard of: the server knows.
  const isSuperseded = isSent && proposal.basedOn !== (latest?.id ?? null)
  const [refused] = attention
  return (
    <Proposal aria-labelledby={id}>
      <CardHeading id={id}>{isSent || sync === 'sent' ? 'Waiting for a second manager' : 'Proposed, and not sent yet'}</CardHeading>
      <Muted>
        {isOwn ? 'You' : createdByName} proposed this <Age at={createdAt} />. It is not public: everyone reads what was posted before.
      </Muted>
      <Changes proposal={proposal} latest={latest} />
      {refused && !isSent && <UpdateAttention update={{ ...proposal, outcome: null }} refused={refused} />}
      {refused && isSent && <NeedsAttention refused={refused} />}
      {sync === 'local' && (
        <p>
          <SyncStateLine state="local" {...(state !== 'Waiting' && { text: `${state}. Sent when there is signal` })} />
        </p>
      )}
      {isSuperseded && state === 'Waiting' && (
        <p role="note">
          <b>Another update went live meanwhile</b>, so this can no longer be confirmed. Look at it beside what is public now and propose it
          again, or
          {isOwn ? ' withdraw it.' : ' decline it.'}
        </p>
      )}
      {sync === 'sent' && state === 'Waiting' && <Answers proposal={proposal} isOwn={isOwn} isSuperseded={isSuperseded} />}
    </Proposal>
  )
}

/** Each network with what it was and what it will be, and what is said of its trails. */
function Changes({ proposal, latest }: { proposal: SeenProposal; latest: SeenUpdate | null }) {
  const { site } = usePageData()
  const data = useSiteData()
  const now = useNow()
  const linesOf = (statements: Pick<SeenProposal, 'trails' | 'closures'> | null, networkId: string) =>
    statements
      ? linesAboutTrails({ words: statements.trails, closures: statements.closures }, networkId, data?.bundle.trails ?? [], site, now)
      : []
  return (
    <ul>
      {site.networks.map(({ id, name }) => {
        const [was, is] = [latest?.networks[id], proposal.networks[id]]
        const [before, after] = [linesOf(latest, id), linesOf(proposal, id)]
        const isSame = was?.status === is?.status && was?.message === is?.message && isSameValue(before, after)
        return (
          <li key={id}>
            <b>{name}</b>
            <div>
              {was?.status !== is?.status && (
                <>
                  <StatusShape status={was?.status ?? null} size={20} />
                  <StatusText status={was?.status ?? null}>{was?.status ?? 'Unknown'}</StatusText>
                  <small>becomes</small>
                </>
              )}
              <StatusShape status={is?.status ?? null} size={20} />
              <StatusText status={is?.status ?? null}>{is?.status ?? 'Unknown'}</StatusText>
              {isSame && <small>as it is</small>}
            </div>
            {is?.message && <small>{is.message}</small>}
            {after.map((line) => (
              <small key={line}>{line}</small>
            ))}
            {before
              .filter((line) => !after.includes(line))
              .map((line) => (
                <small key={line}>No longer: {line}</small>
              ))}
          </li>
        )
      })}
    </ul>
  )
}

type AnswersProps = { proposal: SeenProposal; isOwn: boolean; isSuperseded: boolean }

function Answers({ proposal, isOwn, isSuperseded }: AnswersProps) {
  const device = useDevice()
  const me = useSignedIn()
  const hasOther = useHasOtherManager(me.id)
  const [reason, setReason] = useState<string | null>(null)
  if (isOwn)
    return (
      <>
        <p>
          {hasOther
            ? OWN_PROPOSAL
            : 'You are the only manager here, so nobody can confirm it. An administrator can make someone a manager.'}
        </p>
        <div className="acts">
          {isSuperseded && <LookAgain proposal={proposal} title="Look at it again" />}
          <Button variant="outlined" onClick={() => withdrawProposal(device, proposal.id)}>
            Withdraw
          </Button>
        </div>
      </>
    )
  return (
    <>
      {reason !== null && (
        <div className="reason">
          <TextAreaField
            label="Why not?"
            help="Its author reads this."
            rows={2}
            maxLength={PROPOSAL_REASON_MAX_LENGTH}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
      )}
      <div className="acts">
        {isSuperseded ? <LookAgain proposal={proposal} title="Look at it again" /> : <Confirm proposal={proposal} />}
        {reason === null ? (
          <Button variant="outlined" onClick={() => setReason('')}>
            Decline
          </Button>
        ) : (
          <Button variant="outlined" onClick={() => declineProposal(device, proposal.id, reason)}>
            Decline with this reason
          </Button>
        )}
      </div>
    </>
  )
}

/** The last question before everyone reads it, as before any other post. */
function Confirm({ proposal }: { proposal: SeenProposal }) {
  const device = useDevice()
  const hasSignal = useHasSignal()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const act = () => {
    close()
    void confirmProposal(device, proposal.id)
  }
  const { networks, trails, closures } = proposal
  return (
    <>
      <Button variant="contained" onClick={() => setIsAsking(true)}>
        Confirm
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Make this public?"
          confirm={{ title: 'Confirm', act }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        >
          {hasSignal ? 'Everyone sees it on Home straight away.' : 'No signal: it is public once this can be sent.'}
          {hasSignal && <UpdateAudience post={{ networks, trails, closures }} />}
        </ConfirmDialog>
      )}
    </>
  )
}
