import type { Followed, FollowedKind, PhoneAlerts } from '@trailwarden/api'
import { networkIdOf, reopeningHoursOf } from '@trailwarden/site'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import {
  isFollowed,
  OUTCOME_WORDS,
  pushState,
  refreshFollows,
  setFollowed,
  stopAlerts,
  useFollowed,
  withChange,
} from '#parts/alerts/follows.ts'
import { PushNotice } from '#parts/alerts/push-notice.tsx'
import { useShownNetworks } from '#parts/status/network-conditions.ts'
import { StatusShape } from '#parts/status/status-shape.tsx'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useSiteDataState } from '#parts/trail/site-data.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Switch } from '#ui/form/switch.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconMobileVibrate, iconSignpost } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { AlertsByEmail } from './alerts-by-email.tsx'

const Page = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  '& > div': { display: 'grid', gap: 16, alignContent: 'start' },
  [DESKTOP]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 24, padding: 24, '& > p': { gridColumn: '1 / -1' } },
})

const Rows = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0 })

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 64,
  padding: '8px 12px 8px 16px',
  color: colour('text'),
  textDecoration: 'none',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& > svg': { flex: 'none' },
  '& > label, & > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { display: 'block', font: font('600 16px/21px') },
  '& small': { display: 'block', font: font('400 14px/20px'), color: colour('text2') },
} as const
const Row = styled('div')(ROW)
const LinkRow = styled(Link)(ROW, { borderTop: `1px solid ${colour('line')}` })

const Example = styled('div')({
  display: 'grid',
  gap: 2,
  padding: 14,
  borderRadius: 16,
  border: `1px solid ${colour('line')}`,
  '& small': { font: font('400 14px/20px'), color: colour('text2') },
  '& b': { font: font('600 16px/22px') },
})

const Always = styled('div')({
  flex: 'none',
  paddingRight: 8,
  font: font('600 14px/20px'),
  color: colour('text2'),
})

const hourText = (hour: number) => {
  if (hour % 12 === 0) return hour === 12 ? 'noon' : 'midnight'
  return `${hour % 12} ${hour < 12 ? 'am' : 'pm'}`
}

function SwitchRow(props: { title: string; text: string; icon: ReactNode; checked: boolean; onSwitch: (on: boolean) => void }) {
  const id = useId()
  return (
    <Row>
      {props.icon}
      <label htmlFor={id}>
        <b>{props.title}</b>
        <small>{props.text}</small>
      </label>
      <Switch id={id} checked={props.checked} onSwitch={props.onSwitch} />
    </Row>
  )
}

const isNothing = ({ networks, trails }: Followed) => networks.length + trails.length === 0

/** The browser's permission prompt appears only when someone taps a switch. */
export function AlertsScreen() {
  const { site } = usePageData()
  const { data } = useSiteDataState()
  const networks = useShownNetworks()
  const shownTrail = useShownTrails()
  const followed = useFollowed()
  const hasSignal = useHasSignal()
  const [search] = useSearchParams()
  const [isBusy, setIsBusy] = useState(false)
  const [state, setState] = useState(pushState)
  const [draft, setDraft] = useState<PhoneAlerts>({ networks: search.getAll('network'), trails: search.getAll('trail'), reopenings: true })
  useEffect(() => void refreshFollows(), [])
  const isOn = !isNothing(followed)
  const chosen: PhoneAlerts = {
    networks: [...new Set([...followed.networks, ...draft.networks])],
    trails: [...new Set([...followed.trails, ...draft.trails])],
    reopenings: (isOn ? followed : draft).reopenings,
  }
  const apply = async (next: PhoneAlerts) => {
    setIsBusy(true)
    const outcome = await setFollowed(next)
    setIsBusy(false)
    setState(pushState())
    if (outcome !== 'done' && outcome !== 'dismissed') toast('error', OUTCOME_WORDS[outcome])
    return outcome === 'done'
  }
  const choose = (kind: FollowedKind, id: string) => async (on: boolean) => {
    if (isOn && !(await apply(withChange(on ? chosen : followed, kind, id, on)))) return
    setDraft((was) => withChange(was, kind, id, on))
  }
  const chooseReopenings = async (reopenings: boolean) => {
    if (isOn && !(await apply({ ...followed, reopenings }))) return
    setDraft((was) => ({ ...was, reopenings }))
  }
  const switchPhone = async (on: boolean) => {
    if (!on) return void stop()
    if (isNothing(chosen)) return toast('info', 'First, choose a network or trail')
    if (await apply(chosen)) toast('success', `Alerts are on for this ${thisDevice()}`)
  }
  const stop = async () => {
    setDraft(followed)
    const outcome = await stopAlerts()
    if (outcome === 'done') toast('info', `Alerts are off for this ${thisDevice()}`)
    else toast('error', OUTCOME_WORDS['no-answer'])
  }
  const trails = data?.bundle.trails.filter(({ id }) => chosen.trails.includes(id)) ?? []
  const countOf = (networkId: string) => data?.bundle.trails.filter((trail) => networkIdOf(site, trail) === networkId).length ?? 0
  const { from, to } = reopeningHoursOf(site)
  const trailsText = (n: number) => (n === 1 ? '1 trail' : `All ${n} trails`)
  return (
    <Page>
      <Muted>Find out about closures before you leave home. No account needed.</Muted>
      <div>
        {!hasSignal && <Muted role="status">You can change alerts when you’re online.</Muted>}
        <Card aria-labelledby="which">
          <CardHeading id="which">Which trails</CardHeading>
          <Rows disabled={!hasSignal || isBusy} aria-labelledby="which">
            {networks.map(({ id, name, shape }) => (
              <SwitchRow
                key={id}
                title={name}
                text={data ? trailsText(countOf(id)) : 'All trails'}
                icon={<StatusShape status={shape} size={28} />}
                checked={isFollowed(chosen, 'network', id)}
                onSwitch={choose('network', id)}
              />
            ))}
            {trails.map((trail) => (
              <SwitchRow
                key={trail.id}
                title={trail.name}
                text="Only this trail"
                icon={<StatusShape status={shownTrail(trail).shape} size={28} />}
                checked
                onSwitch={choose('trail', trail.id)}
              />
            ))}
          </Rows>
          <LinkRow to="/trails">
            <Icon path={iconSignpost} size={28} />
            <span>
              <b>Individual trails</b>
              <small>Open a trail and tap Follow</small>
            </span>
            <Icon path={iconChevronRight} />
          </LinkRow>
        </Card>
      </div>
      <div>
        <Card aria-labelledby="where">
          <CardHeading id="where">Where</CardHeading>
          {state === 'ready' ? (
            <Rows disabled={!hasSignal || isBusy} aria-labelledby="where">
              <SwitchRow
                title={`On this ${thisDevice()}`}
                text="Get notified even when the app is closed"
                icon={<Icon path={iconMobileVibrate} size={28} />}
                checked={isOn}
                onSwitch={(on) => void switchPhone(on)}
              />
            </Rows>
          ) : (
            <div style={{ padding: '4px 16px 16px' }}>
              <PushNotice state={state} />
            </div>
          )}
          <AlertsByEmail chosen={chosen} />
        </Card>
        {state === 'ready' && (
          <Card aria-labelledby="what">
            <CardHeading id="what">Notifications on this {thisDevice()}</CardHeading>
            <Rows disabled={!hasSignal || isBusy} aria-labelledby="what">
              <Row>
                <StatusShape status="Closed" size={28} />
                <span>
                  <b>Closures</b>
                  <small>Day and night</small>
                </span>
                <Always>Always</Always>
              </Row>
              <SwitchRow
                title="Reopenings"
                text={to - from === 24 ? 'Day and night' : `${hourText(from)} to ${hourText(to)} only`}
                icon={<StatusShape status="Open" size={28} />}
                checked={chosen.reopenings}
                onSwitch={(on) => void chooseReopenings(on)}
              />
            </Rows>
          </Card>
        )}
        <PaddedCard aria-labelledby="example">
          <CardHeading id="example">Preview</CardHeading>
          <Example>
            <small>{site.label}</small>
            <b>{site.networks[0]?.name} closed</b>
            <span>Trees across the trail after the storm.</span>
          </Example>
        </PaddedCard>
        {isOn && (
          <PaddedCard>
            <Muted>We only store what we need to send you alerts. Every email has an unsubscribe link.</Muted>
            <Button variant="outlined" disabled={!hasSignal} onClick={() => void stop()}>
              Stop all alerts on this {thisDevice()}
            </Button>
          </PaddedCard>
        )}
      </div>
    </Page>
  )
}
