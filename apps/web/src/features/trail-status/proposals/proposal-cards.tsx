import { checkMessage, isSameValue } from '@trailwarden/domain'
import { PROPOSAL_REASON_MAX_LENGTH } from '@trailwarden/domain/trail-status/proposal/status-proposal-kind'
import { OWN_PROPOSAL } from '@trailwarden/domain/trail-status/proposal/status-proposal-rules'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { saveDraft } from '#data/drafts/draft.ts'
import { usePageData } from '#data/page-data.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Age } from '#parts/status/age.tsx'
import { useApprovalBlock } from '#parts/status/approval-blocks.ts'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { useNow } from '#platform/clock.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { sentencesIn, useRiderText } from '../rider-text.ts'
import { useTrailsOfNetworks } from '../update/known-trails.ts'
import { MessageNote } from '../update/message-note.tsx'
import { UPDATE_DRAFT } from '../update/update-add.tsx'
import { UpdateAttention } from '../update/update-attention.tsx'
import { UpdateAudience } from '../update/update-audience.tsx'
import { statementsOf, valuesOf } from '../update/update-values.ts'
import type { SeenUpdate } from '../update/updates.ts'
import { confirmProposal, declineProposal, type SeenProposal, useHasOtherManager, useProposals, withdrawProposal } from './proposals.ts'

const Proposal = styled(Card)({
  borderColor: colour('statusPartial'),
  borderWidth: 2,
  paddingBottom: 16,
  '& > p': { padding: '0 16px' },
  '& ul': { margin: '8px 0' },
  '& li': { display: 'grid', gap: 2, padding: '10px 16px', borderTop: `1px solid ${colour('line')}`, overflowWrap: 'anywhere' },
  '& li > b': { fontWeight: 600 },
  '& li > div:first-of-type': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  '& li small': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2') },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8, padding: '8px 16px 0' },
  '& .reason': { padding: '8px 16px 0' },
})

/** How long authors see that their proposal was declined. */
const DECLINED_SHOWN_MS = 7 * 86_400_000

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
          {declined.updatedByName} declined your proposal <Age at={declined.createdAt} />
          {declined.reason ? `: ${declined.reason}` : '.'} <LookAgain proposal={declined} title="Review again" />
        </Notice>
      )}
    </>
  )
}

function LookAgain({ proposal, title }: { proposal: SeenProposal; title: string }) {
  const { site } = usePageData()
  const device = useDevice()
  const navigate = useNavigate()
  const lookAgain = async () => {
    if (!device) return
    await saveDraft(device.db, UPDATE_DRAFT, valuesOf(proposal, site.networks))
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
  // Only the server can check an unsent proposal. It may be based on another unsent proposal by the same author, or on an update that this
  // device hasn't received.
  const isSuperseded = isSent && proposal.basedOn !== (latest?.id ?? null)
  const [refused] = attention
  return (
    <Proposal aria-labelledby={id}>
      <CardHeading id={id}>{isSent || sync === 'sent' ? 'Waiting for a second manager' : 'Proposed, not sent yet'}</CardHeading>
      <Muted>
        {isOwn ? 'You' : createdByName} proposed this <Age at={createdAt} />. It isn’t public yet. Riders still see the previous status.
      </Muted>
      <Changes proposal={proposal} latest={latest} />
      {refused && !isSent && <UpdateAttention update={proposal} refused={refused} />}
      {refused && isSent && <NeedsAttention refused={refused} />}
      {sync === 'local' && (
        <p>
          <SyncStateLine state="local" {...(state !== 'Waiting' && { text: `${state}. It will be sent when you have signal` })} />
        </p>
      )}
      {isSuperseded && state === 'Waiting' && (
        <p role="note">
          <b>A newer update has been posted</b>, so this proposal can’t be confirmed.{' '}
          {isOwn
            ? 'Compare it with the current status, then propose it again or withdraw it.'
            : 'Compare it with the current status, then propose it again or decline it.'}
        </p>
      )}
      {sync === 'sent' && state === 'Waiting' && <Answers proposal={proposal} isOwn={isOwn} isSuperseded={isSuperseded} />}
    </Proposal>
  )
}

function Changes({ proposal, latest }: { proposal: SeenProposal; latest: SeenUpdate | null }) {
  const { site } = usePageData()
  const now = useNow()
  const riderText = useRiderText()
  const known = useTrailsOfNetworks().map((one) => one.known)
  const values = valuesOf(proposal, site.networks)
  return (
    <ul>
      {site.networks.map((network) => {
        const [was, is] = [riderText(latest, network.id, now), riderText(proposal, network.id, now)]
        const [before, after] = [sentencesIn(was), sentencesIn(is)]
        const statements = statementsOf(values, network, known)
        const problem = statements && checkMessage(statements, null, now)
        return (
          <li key={network.id}>
            <b>{network.name}</b>
            <div>
              {was.status !== is.status && (
                <>
                  <StatusShape status={was.status} size={20} />
                  <StatusText status={was.status}>{was.status ?? 'Unknown'}</StatusText>
                  <small>becomes</small>
                </>
              )}
              <StatusShape status={is.status} size={20} />
              <StatusText status={is.status}>{is.status ?? 'Unknown'}</StatusText>
              {isSameValue(was, is) && <small>unchanged</small>}
            </div>
            {after.map((sentence) => (
              <small key={sentence}>{sentence}</small>
            ))}
            {before
              .filter((sentence) => !after.includes(sentence))
              .map((sentence) => (
                <small key={sentence}>No longer: {sentence}</small>
              ))}
            {problem && (
              <MessageNote>
                <p>{problem.text}</p>
              </MessageNote>
            )}
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
  const block = useApprovalBlock([proposal.createdBy])
  if (isOwn)
    return (
      <>
        <p>
          {hasOther
            ? OWN_PROPOSAL
            : 'You’re the only manager here, so no one else can confirm it. An administrator can make someone else a manager.'}
        </p>
        <div className="acts">
          {isSuperseded && <LookAgain proposal={proposal} title="Review again" />}
          <Button variant="outlined" onClick={() => withdrawProposal(device, proposal.id)}>
            Withdraw
          </Button>
        </div>
      </>
    )
  return (
    <>
      {block && <p role="note">{block}</p>}
      {reason !== null && (
        <div className="reason">
          <TextAreaField
            label="Why are you declining it?"
            help="The person who proposed it will see this."
            rows={2}
            maxLength={PROPOSAL_REASON_MAX_LENGTH}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
      )}
      <div className="acts">
        {isSuperseded && <LookAgain proposal={proposal} title="Review again" />}
        {!isSuperseded && !block && <Confirm proposal={proposal} />}
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
          {hasSignal ? 'Everyone will see it on Home straight away.' : 'No signal. It will be public once it’s sent.'}
          {hasSignal && <UpdateAudience post={{ networks, trails, closures }} />}
        </ConfirmDialog>
      )}
    </>
  )
}
