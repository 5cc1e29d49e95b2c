import type { FollowedReport, ReportStep } from '@trailwarden/api'
import type { ReactNode } from 'react'
import type { OwnAddition } from '#data/reports/reporter.ts'
import { iconChat } from '#parts/record/record-icons.ts'
import { Age } from '#parts/status/age.tsx'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheck, iconCheckCircleFill, iconVisibility } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem, typography } from '#ui/theme/theme.ts'
import { whyReportRefused } from '../queue/why-report-refused.ts'
import { iconBlock, iconInbox, iconWrench } from '../report-icons.ts'

export type StepName = ReportStep['name']

const Head = styled(PaddedCard)({
  gap: 6,
  padding: '18px 16px 14px',
  '& .number': { font: font('600 14px/20px') },
  '& h2': { ...typography.h1 },
  '& ol': { marginTop: 10 },
})

const Steps = styled('ol')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  textAlign: 'center',
  font: font('600 14px/20px'),
  '& li': { position: 'relative', display: 'grid', justifyItems: 'center', gap: 6, minWidth: 0, color: colour('text2') },
  '& li + li::before': {
    content: '""',
    position: 'absolute',
    top: 15,
    right: 'calc(50% + 18px)',
    width: 'calc(100% - 36px)',
    height: 3,
    background: colour('line'),
  },
  '& .done + .done::before, & .done + .now::before': { background: colour('success') },
  '& i': {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    width: 32,
    height: 32,
    borderRadius: 16,
    border: `2px solid ${colour('outline')}`,
    color: colour('outline'),
  },
  '& .done, & .now': { color: colour('text') },
  '& .done i': { background: colour('success'), borderColor: colour('success'), color: colour('onSuccess') },
  '& .now i': {
    background: colour('primary'),
    borderColor: colour('primary'),
    color: colour('onPrimary'),
    boxShadow: `0 0 0 5px ${colour('primaryContainer')}`,
  },
  '& .closed i': { background: colour('text2'), borderColor: colour('text2'), color: colour('surface'), boxShadow: 'none' },
  '@media (max-width: 359px)': { fontSize: rem(12), lineHeight: rem(16) },
})

const Happened = styled(PaddedCard)({ '& h2': { ...typography.h2 } })

const Timeline = styled('ol')({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { position: 'relative', display: 'grid', gridTemplateColumns: '32px minmax(0, 1fr)', gap: '0 14px', paddingBottom: 18 },
  '& > li:last-of-type': { paddingBottom: 0 },
  '& > li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    top: 32,
    bottom: 0,
    left: 15,
    width: 2,
    background: colour('line'),
  },
  '& i': {
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    borderRadius: 16,
    background: colour('surfaceSunken'),
    color: colour('text2'),
  },
  '& > li:first-of-type i': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  '& b': { display: 'block', fontWeight: 600, lineHeight: rem(24) },
  '& p': { overflowWrap: 'anywhere' },
})

const ICONS: Record<StepName, string> = {
  Received: iconInbox,
  Checked: iconVisibility,
  Assigned: iconWrench,
  Fixed: iconCheckCircleFill,
  Closed: iconBlock,
}

const TITLES: Partial<Record<StepName, string>> = { Closed: 'Closed, no work done', Assigned: 'Assigned to the trail team' }
const HEADINGS: Partial<Record<StepName, string>> = { Closed: 'Closed, no work done' }

const SENTENCES: Record<StepName, string> = {
  Received: 'The trail team has received your report and will review it.',
  Checked: 'The trail team has reviewed your report and will act on it.',
  Assigned: 'The trail team is working on the problem.',
  Fixed: 'Thank you for reporting the problem.',
  Closed: 'The trail team has reviewed your report and won’t take any action.',
}

const CLOSED_SENTENCES: Record<string, string> = {
  'Already fixed': 'The trail team reviewed your report. The problem has already been fixed.',
  'Not on our trails': 'The trail team reviewed your report. The problem isn’t on one of our trails.',
  'Cannot find it': 'The trail team looked but couldn’t find the problem.',
}

const OPEN_STEPS = ['Received', 'Checked', 'Assigned', 'Fixed'] as const
const CLOSED_STEPS = ['Received', 'Checked', 'Closed'] as const

export const stateOf = ({ steps }: FollowedReport): StepName => steps.at(-1)?.name ?? 'Received'

export function FollowedHead({ report, children }: { report: FollowedReport; children?: ReactNode }) {
  const state = stateOf(report)
  const names: readonly StepName[] = state === 'Closed' ? CLOSED_STEPS : OPEN_STEPS
  const reached = new Set<StepName>(report.steps.map(({ name }) => name))
  if (state === 'Closed') reached.add('Checked')
  const look = (name: StepName) => {
    if (name === 'Closed') return 'now closed'
    if (name === state && name !== 'Fixed') return 'now'
    return reached.has(name) ? 'done' : undefined
  }
  return (
    <Head>
      <Muted className="number">Report {report.number}</Muted>
      <h2>{HEADINGS[state] ?? state}</h2>
      {report.isMerged && <p>Someone else had already reported this. We’ve added your report to theirs.</p>}
      <Muted>
        {(state === 'Closed' && CLOSED_SENTENCES[report.reason ?? '']) || SENTENCES[state]}
        {state === 'Closed' && report.answer && ' The reason is below.'}
      </Muted>
      <Steps aria-label="Steps">
        {names.map((name) => (
          <li key={name} className={look(name)} aria-current={name === state ? 'step' : undefined}>
            <i>
              <Icon path={look(name)?.startsWith('now') ? ICONS[name] : iconCheck} size={20} />
            </i>
            {name}
          </li>
        ))}
      </Steps>
      {children}
    </Head>
  )
}

/** The placeholder has the final height, so that nothing moves when the server responds. */
export const FollowedHeadToCome = () => (
  <Head aria-busy="true" aria-label="Loading the report">
    <Muted className="number">Report</Muted>
    <h2>…</h2>
    <Steps aria-hidden="true">
      {OPEN_STEPS.map((name) => (
        <li key={name}>
          <i />
          {name}
        </li>
      ))}
    </Steps>
  </Head>
)

function wordsOf(report: FollowedReport, name: StepName): string[] {
  if (name === 'Fixed') return [report.fix]
  if (name === 'Closed') return [report.reason ? `Reason: ${report.reason[0]?.toLowerCase()}${report.reason.slice(1)}.` : '', report.answer]
  return name === 'Checked' ? [report.answer] : []
}

type Entry = { key: string; icon: string; title: string; words: string[]; at: string | null; note?: string }

const countOf = (photos: number) => (photos === 0 ? '' : photos === 1 ? 'With a photo' : `With ${photos} photos`)

const addedEntry = (one: Pick<OwnAddition, 'id' | 'words' | 'isNotFixed' | 'at'>, photos: number, note: string): Entry => ({
  key: one.id,
  icon: iconChat,
  title: one.isNotFixed ? 'You told us it isn’t fixed' : 'You added to this report',
  words: [one.words, countOf(photos)],
  at: one.at,
  note,
})

function ownNote({ isSent, refusal }: OwnAddition): string {
  if (refusal) return `Not accepted. ${whyReportRefused(refusal)}`
  return isSent
    ? 'The trail team has received this and will review it.'
    : `Saved on this ${thisDevice()}. It will be sent when you have signal.`
}

function entriesOf(report: FollowedReport, own: readonly OwnAddition[]): Entry[] {
  const known = new Set(report.additions.map(({ id }) => id))
  // Photos arrive after the text, so the server's number may be too low. This device knows the number of photos still being sent.
  const photosOf = new Map(own.map(({ id, photoCount }) => [id, photoCount]))
  const steps = report.steps.map(({ name, at }) => ({
    key: name,
    icon: ICONS[name],
    title: TITLES[name] ?? name,
    words: wordsOf(report, name),
    at,
  }))
  const added = [
    ...report.additions.map((one) =>
      addedEntry(one, photosOf.get(one.id) ?? one.photos.length, one.answer || 'The trail team has received this and will review it.'),
    ),
    ...own.flatMap((one) => (known.has(one.id) ? [] : [addedEntry(one, one.photoCount, ownNote(one))])),
  ]
  // A step without a time stays after the previous step.
  let last = ''
  const timed = steps.map((step) => {
    last = step.at ?? last
    return { step, time: last }
  })
  const all: { step: Entry; time: string }[] = [...timed, ...added.map((step) => ({ step, time: step.at ?? '' }))]
  return all
    .toSorted((a, b) => a.time.localeCompare(b.time))
    .map(({ step }) => step)
    .toReversed()
}

/** `own` contains additions from this device that the server may not have yet. */
export function FollowedTimeline({ report, own }: { report: FollowedReport; own: readonly OwnAddition[] }) {
  return (
    <Happened>
      <h2>What happened</h2>
      <Timeline>
        {entriesOf(report, own).map(({ key, icon, title, words, at, note }) => (
          <li key={key}>
            <i>
              <Icon path={icon} size={20} />
            </i>
            <div>
              <b>{title}</b>
              {words.map((line) => line && <p key={line}>{line}</p>)}
              {note && <Muted>{note}</Muted>}
              {at && (
                <Muted as="span">
                  <Age at={at} />
                </Muted>
              )}
            </div>
          </li>
        ))}
      </Timeline>
    </Happened>
  )
}
