import { placeLine } from '@trailwarden/domain'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { syncNow } from '#data/device/device-session.ts'
import { useIsFetched } from '#data/use-records.ts'
import { CATEGORIES } from '#parts/action/problem-categories.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { type SeenAction, useActions } from '../actions.ts'
import { ArchiveBar } from './archived-actions.tsx'
import { crewWords, STEPS, stepOf } from './own-step.ts'

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  padding: 12,
  '& > section, & > section > ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 10 },
  '& h2': { margin: '6px 0 -2px 2px', font: font('700 17px/24px'), '& span': { fontWeight: 500, color: colour('text2') } },
  '& > p': { padding: '24px 4px', textAlign: 'center', color: colour('text2') },
})

const Add = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  minHeight: 56,
  borderRadius: 8,
  background: colour('primary'),
  color: colour('onPrimary'),
  font: font('600 16px/24px'),
  textDecoration: 'none',
})

const Open = styled(Link)({
  display: 'block',
  borderRadius: 11,
  color: colour('text'),
  textDecoration: 'none',
  outlineOffset: -4,
  '& .top': { display: 'grid', gridTemplateColumns: '72px minmax(0, 1fr)', gap: 14, alignItems: 'start', padding: '12px 14px' },
  '& .top > span:first-of-type': {
    display: 'grid',
    placeItems: 'center',
    width: 72,
    height: 72,
    borderRadius: 10,
    background: colour('surfaceSunken'),
    color: colour('link'),
  },
  '& .line': { display: 'block', font: font('400 14px/19px'), color: colour('text2'), overflowWrap: 'anywhere' },
  '& .title': { display: 'block', font: font('600 17px/22px'), overflowWrap: 'anywhere' },
  '& .bar': { display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 4, padding: '0 14px 4px' },
  '& .bar i': { height: 6, borderRadius: 3, background: colour('surfaceSunken') },
  '& .bar i[data-step=done]': { background: colour('success') },
  '& .bar i[data-step=now]': { background: colour('primary') },
  '& .step': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 12,
    padding: '2px 14px 12px',
    font: font('400 14px/19px'),
    '& b': { fontWeight: 700 },
    '& > span:last-of-type': { color: colour('text2'), textAlign: 'right' },
  },
  '& .crew': {
    display: 'block',
    padding: '8px 14px',
    borderTop: `1px solid ${colour('line')}`,
    borderRadius: '0 0 11px 11px',
    background: colour('surfaceAlt'),
    font: font('400 14px/20px'),
    overflowWrap: 'anywhere',
  },
})

const markOf = ({ category }: SeenAction) => CATEGORIES.find(({ value }) => value === (category ?? 'Something else'))?.mark

const barState = (step: number, done: number) => (step < done || done === STEPS.length ? 'done' : step === done ? 'now' : undefined)

function OwnAction({ action, where }: { action: SeenAction; where: string }) {
  const { id, description, number, rating, photos, state, createdAt } = action
  const step = stepOf(action)
  const crew = crewWords(action)
  return (
    <Card as="li">
      <Open to={`/actions/view/${id}`}>
        <span className="top">
          {photos.length > 0 ? <Thumbnail photos={photos} size={72} /> : <span>{markOf(action)}</span>}
          <span>
            <span className="title">{description}</span> <span className="line">{where}</span>{' '}
            <span className="line">
              {number ? (
                [`Action ${number}`, rating !== 'Unrated' && rating].filter(Boolean).join(' · ')
              ) : (
                <AgeText at={createdAt} lead="Recorded" />
              )}
            </span>
          </span>
        </span>{' '}
        {state === 'sent' ? (
          <>
            <span className="bar" aria-hidden="true">
              {STEPS.map((name, i) => (
                <i key={name} data-step={barState(i + 1, step.done)} />
              ))}
            </span>
            <span className="step">
              <b>
                <Hidden>{`Step ${step.done} of ${STEPS.length}: `}</Hidden>
                {step.name}
              </b>{' '}
              <span>
                <AgeText at={step.at} />
              </span>
            </span>
          </>
        ) : (
          <span className="step">
            <SyncStateLine state={state} />
            {state === 'local' && <span>Not sent yet</span>}
          </span>
        )}{' '}
        {crew && <span className="crew">The trail team says: “{crew}”</span>}
      </Open>
    </Card>
  )
}

const isHere = ({ state }: SeenAction) => Number(state !== 'sent')

/** Actions that aren't sent yet come first, then the newest. */
const inOrder = (actions: readonly SeenAction[]) =>
  actions.toSorted((a, b) => isHere(b) - isHere(a) || b.createdAt.localeCompare(a.createdAt))

/** The list of a member on a phone. On a desktop, and for managers, My Actions is a table. */
export function OwnActions() {
  const all = useActions('mine', useSignedIn())
  const isFetched = useIsFetched()
  const hasSignal = useHasSignal()
  const trails = useSiteData()?.index ?? null
  useEffect(() => void syncNow(), [])
  const groups = [
    ['Open', all?.filter(({ status }) => status === 'Unresolved') ?? []],
    ['Fixed', all?.filter(({ status }) => status === 'Resolved') ?? []],
  ] as const
  const isEmpty = all?.length === 0
  return (
    <Page>
      <Add to="/actions/add">
        <Icon path={iconAdd} />
        Add an Action
      </Add>
      {isEmpty && !isFetched && (
        <p role="status">{hasSignal ? 'Loading your Actions…' : 'Connect to the internet to load your Actions.'}</p>
      )}
      {isEmpty && isFetched && <p>You have no Actions yet</p>}
      {groups.map(
        ([title, actions]) =>
          actions.length > 0 && (
            <section key={title} aria-labelledby={`own-${title}`}>
              <h2 id={`own-${title}`}>
                {title} <span>{actions.length}</span>
              </h2>
              <ul>
                {inOrder(actions).map((action) => (
                  <OwnAction key={action.id} action={action} where={placeLine(trails, action)} />
                ))}
              </ul>
            </section>
          ),
      )}
      {all && <ArchiveBar />}
    </Page>
  )
}
