import type { Overview } from '@trailwarden/api'
import { ADMINISTRATOR } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAge, formatDate } from '#lib/dates.ts'
import { type ActionFilter, actionsPath } from '#parts/action/action-filter.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconCheckCircleFill, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, rem, typography, WIDE } from '#ui/theme/theme.ts'
import { hoursSince, limitOf, spanOf } from './spans.ts'

const Tiles = styled(Card)({ overflow: 'hidden', [WIDE]: { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: '1fr' } })

const Tile = styled('div')({
  '& > *': {
    ...typography.body2,
    boxSizing: 'border-box',
    display: 'grid',
    gridTemplateColumns: '48px 1fr 24px',
    alignItems: 'center',
    columnGap: 12,
    width: '100%',
    minHeight: 64,
    padding: '8px 12px',
    border: 0,
    borderLeft: '4px solid transparent',
    background: 'none',
    color: colour('text'),
    textAlign: 'left',
    textDecoration: 'none',
    outlineOffset: -3,
  },
  '& > a:hover, & > button:hover': { background: colour('surfaceAlt') },
  '& > button': { cursor: 'pointer' },
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& [data-figure]': { font: 'inherit', fontSize: rem(26), lineHeight: rem(32), fontWeight: 700, justifySelf: 'end' },
  '& [data-figure=done]': { color: colour('successText') },
  '& b': { display: 'block', fontWeight: 600 },
  '& small': { display: 'block', fontSize: rem(13), lineHeight: rem(18), color: colour('text2') },
  '& [data-late]': { borderLeftColor: colour('warning') },
  '& [data-late] [data-figure]': { color: colour('warningText') },
  [WIDE]: {
    '& + &': { borderTop: 0, borderLeft: `1px solid ${colour('line')}` },
    '& > *': {
      gridTemplateColumns: '1fr 20px',
      alignContent: 'start',
      height: '100%',
      padding: '10px 12px 12px',
      borderLeft: 0,
      borderTop: '4px solid transparent',
    },
    '& [data-figure]': { justifySelf: 'start' },
    '& [data-text]': { gridColumn: '1 / -1', gridRow: 2 },
    '& [data-late]': { borderTopColor: colour('warning') },
  },
})

type Look = {
  title: string
  /** Null shows a tick or a warning sign instead of a number. */
  count: number | null
  detail: string
  isLate?: boolean
  to?: string | undefined
}

function LookTile({ title, count, detail, isLate = false, to }: Look) {
  const isDone = !isLate && (count ?? 0) === 0
  const figure =
    count === null || isDone ? (
      <span data-figure={isDone ? 'done' : 'late'}>
        <Icon path={isDone ? iconCheckCircleFill : iconWarningFill} size={28} />
        <Hidden>{count ?? (isDone ? 'OK' : 'Late')}</Hidden>
      </span>
    ) : (
      <span data-figure>{count}</span>
    )
  const text: ReactNode = (
    <>
      {figure}
      <Hidden>, </Hidden>
      <span data-text>
        <b>{title}</b>
        <Hidden>, </Hidden>
        <small>{detail}</small>
      </span>
      {to && <Icon path={iconChevronRight} size={20} />}
    </>
  )
  const late = isLate && { 'data-late': true }
  return (
    <Tile role="listitem">
      {to ? (
        <Link to={to} {...late}>
          {text}
        </Link>
      ) : (
        <div {...late}>{text}</div>
      )}
    </Tile>
  )
}

const FailedTile = ({ title, askAgain }: { title: string; askAgain: () => void }) => (
  <Tile role="listitem">
    <button type="button" onClick={askAgain}>
      <span data-figure>–</span>
      <span data-text>
        <b>{title}</b>
        <Hidden>, </Hidden>
        <small>Couldn’t load this. Try again</small>
      </span>
    </button>
  </Tile>
)

type Props = {
  overview: Overview
  site: Site
  role: number
  within: ActionFilter
  now: Date
  askAgain: () => void
}

function reportsLook({ reports }: Overview, limit: number | undefined, now: Date): Look | null {
  if (!reports) return null
  const hours = reports.oldestAt ? hoursSince(reports.oldestAt, now) : 0
  const detail = reports.waiting === 0 ? 'Nothing to review' : `Oldest ${spanOf(hours)}.${limit ? ` Limit ${spanOf(limit)}` : ''}`
  return {
    title: 'New public reports',
    count: reports.waiting,
    detail,
    isLate: limit !== undefined && hours > limit,
    to: '/management/reports',
  }
}

function actionLooks({ actions }: Overview, within: ActionFilter, now: Date): (Look | null)[] {
  if (!actions) return [null, null, null]
  const { unrated, urgent, overdue, open } = actions
  const kinds = [
    urgent.extreme > 0 && `${urgent.extreme} Extreme`,
    urgent.high > 0 && `${urgent.high} High`,
    urgent.overdue > 0 && `${urgent.overdue} overdue`,
  ].filter(Boolean)
  const { count, oldest } = urgent.nobodyHas
  const nobody = count === 0 ? '' : count === 1 && oldest ? ` ${oldest.number} isn’t assigned` : ` ${count} aren’t assigned`
  return [
    {
      title: 'Unrated',
      count: unrated.count,
      detail: unrated.oldestAt ? `Oldest ${spanOf(hoursSince(unrated.oldestAt, now))}` : 'All rated',
      to: actionsPath('outstanding', { ...within, rating: ['Unrated'] }),
    },
    {
      title: 'Extreme or High',
      count: urgent.extreme + urgent.high,
      detail: kinds.length > 0 ? `${kinds.join(', ')}.${nobody}` : 'None open',
      isLate: urgent.overdue > 0,
      to: actionsPath('outstanding', { ...within, rating: ['Extreme', 'High'] }),
    },
    {
      title: 'Overdue',
      count: overdue,
      detail: overdue > 0 ? `${open} open in total` : 'All on time',
      isLate: overdue > 0,
      to: actionsPath('outstanding', { ...within, due: ['overdue'] }),
    },
  ]
}

function statusLook({ outdated }: Overview, { networks, statusAgeLimitHours }: Site, now: Date): Look | null {
  if (!outdated) return null
  const [first] = outdated
  const name = networks.find(({ id }) => id === first?.id)?.name ?? ''
  const age = first?.postedAt ? spanOf(hoursSince(first.postedAt, now)) : 'never posted'
  const more = outdated.length > 1 ? ` and ${outdated.length - 1} more` : ''
  return {
    title: 'Status out of date',
    count: outdated.length,
    detail: first ? `${name} (${age})${more}. Limit ${limitOf(statusAgeLimitHours)}` : 'All confirmed on time',
    isLate: outdated.length > 0,
    to: '/management/updates',
  }
}

function systemLooks({ emails, backup }: Overview, to: string | undefined, timeZone: string, now: Date): [Look | null, Look | null] {
  const age = (at: string) => formatAge(new Date(at), now, timeZone)
  const done = backup?.succeededAt ? age(backup.succeededAt) : 'None yet'
  const tested = backup?.testedAt ? `, tested ${formatDate(new Date(backup.testedAt), timeZone)}` : ', never tested'
  const late = backup?.succeededAt ? `No backup since ${formatDate(new Date(backup.succeededAt), timeZone)}` : 'No backup yet'
  return [
    emails && {
      title: 'Emails not delivered',
      count: emails.undelivered,
      detail:
        emails.undelivered === 0
          ? 'All delivered'
          : emails.since
            ? `Oldest ${spanOf(hoursSince(emails.since, now))}`
            : 'Failed in the last hour',
      isLate: emails.undelivered > 0,
      to,
    },
    backup && { title: 'Backup', count: null, detail: backup.isLate ? late : `${done}${tested}`, isLate: backup.isLate, to },
  ]
}

/** Orange means that a limit has been exceeded. A tick means that there is nothing to do. */
export function NeedsALook({ overview, site, role, within, now, askAgain }: Props) {
  const settings = role >= ADMINISTRATOR ? '/management/settings' : undefined
  const titles = ['New public reports', 'Unrated', 'Extreme or High', 'Overdue', 'Status out of date', 'Emails not delivered', 'Backup']
  const looks = [
    reportsLook(overview, site.reportDueHours, now),
    ...actionLooks(overview, within, now),
    statusLook(overview, site, now),
    ...systemLooks(overview, settings, site.timeZone, now),
  ]
  return (
    <Tiles as="div" role="list" aria-label="Needs attention">
      {titles.map((title, i) => {
        const look = looks[i]
        return look ? <LookTile key={title} {...look} /> : <FailedTile key={title} title={title} askAgain={askAgain} />
      })}
    </Tiles>
  )
}
