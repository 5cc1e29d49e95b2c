import type { BaseMap } from '@trailwarden/site'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { createStore, useStore } from '#lib/store.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { useConnection } from '#platform/connection.ts'
import { setPrompt } from '#platform/prompt-memory.ts'
import { noteUnanswered } from '#platform/signal.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload, iconMap } from '#ui/icons/icons.ts'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, SHADOW_FLOATING, typography } from '#ui/theme/theme.ts'
import { useOfflineMaps } from './offline-maps.ts'
import { type MapPack, packsOf } from './packs/map-pack.ts'
import { bytesOf, shareText, sizeText } from './packs/map-size.ts'

const Box = styled(Card)({
  display: 'grid',
  gap: 12,
  padding: 16,
  border: 0,
  boxShadow: SHADOW_FLOATING,
  '& header': { display: 'flex', alignItems: 'center', gap: 12, margin: '-8px -8px -8px 0' },
  '& h2': { ...typography.h3, flex: 1 },
  '@media (max-width: 359px)': { '& header > svg': { display: 'none' } },
})

const Line = styled('section')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '0 16px',
  borderRadius: 12,
  background: colour('surface'),
  color: colour('text'),
  boxShadow: SHADOW_FLOATING,
  font: font('500 15px/20px'),
  '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 48, color: colour('link'), fontWeight: 600 },
})

/** A dismissed card stays dismissed until the app is closed, and a reminder appears when signal returns. */
const visit = createStore<{ isClosed: boolean; reminder: MapPack | null }>({ isClosed: false, reminder: null })

function MapCard({ title, text, onClose, children }: { title: string; text: string; onClose: () => void; children: ReactNode }) {
  const heading = useId()
  return (
    <Box aria-labelledby={heading}>
      <header>
        <Icon path={iconMap} />
        <h2 id={heading}>{title}</h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon path={iconClose} />
        </IconButton>
      </header>
      <Muted role="status">{text}</Muted>
      {children}
    </Box>
  )
}

const isOn = ({ bounds: { west, south, east, north } }: MapPack, [lng, lat]: readonly [number, number]) =>
  lng >= west && lng <= east && lat >= south && lat <= north

type Props = {
  isMissing: boolean
  /** Only a blurred picture is there. */
  isCoarse: boolean
  at: readonly [lng: number, lat: number]
  base: BaseMap
  onChooseBase: (id: string) => void
  onTryAgain: () => void
}

export function MissingMapCard({ isMissing, isCoarse, at, base, onChooseBase, onTryAgain }: Props) {
  const connection = useConnection()
  const { isClosed, reminder } = useStore(visit)
  const close = () => visit.set({ isClosed: true, reminder: null })
  const tryAgain = useEffectEvent(() => {
    if (isMissing) onTryAgain()
  })
  useEffect(() => {
    if (connection === 'ok') tryAgain()
  }, [connection])
  useEffect(() => {
    if (isMissing) noteUnanswered()
  }, [isMissing])
  if (reminder && connection === 'ok') return <Reminder pack={reminder} onClose={close} />
  if (!isMissing && isCoarse && connection === 'no-signal')
    return (
      <Line aria-label="Background map">
        <span role="status">No detailed map of this area.</span> <Link to="/offline">Get it</Link>
      </Line>
    )
  if (!isMissing || isClosed) return null
  if (connection === 'no-signal') return <NoMapHere at={at} base={base} onChooseBase={onChooseBase} onClose={close} />
  return (
    <MapCard title="The background map didn’t load." text="You can still see trails, posts and hazards." onClose={close}>
      <Button variant="contained" onClick={onTryAgain}>
        Try again
      </Button>
    </MapCard>
  )
}

function NoMapHere({ at, base, onChooseBase, onClose }: Pick<Props, 'at' | 'base' | 'onChooseBase'> & { onClose: () => void }) {
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const packs = useMemo(() => packsOf(site, role), [site, role])
  const { stored } = useOfflineMaps(packs)
  const bytes = useBytesOf()
  const title = 'No background map here'
  const pack = packs.find((one) => isOn(one, at))
  if (!pack)
    return (
      <MapCard title={title} text="You need signal to load it. You can still see trails and posts." onClose={onClose}>
        {null}
      </MapCard>
    )
  const count = stored[pack.slug] ?? 0
  if (pack.base.id !== base.id && count === pack.tileCount)
    return (
      <MapCard
        title={title}
        text={`The ${base.title} map needs signal, but the ${pack.base.title} map is on this ${thisDevice()}.`}
        onClose={onClose}
      >
        <Button variant="contained" onClick={() => onChooseBase(pack.base.id)}>
          Show {pack.base.title}
        </Button>
      </MapCard>
    )
  const size = bytes(pack)
  const none = `isn’t on this ${thisDevice()} yet${size === null ? '' : ` (${sizeText(size)})`}. Get it`
  const some = `isn’t complete${size === null ? '' : ` (${shareText(size, count, pack.tileCount)} downloaded)`}. Get the rest`
  return (
    <MapCard title={title} text={`The map for ${pack.title} ${count === 0 ? none : some} the next time you have Wi-Fi.`} onClose={onClose}>
      <Button
        variant="contained"
        onClick={() => {
          // The user may close the app before signal returns, so home also gets the reminder.
          setPrompt('download-maps-prompt', true)
          visit.set({ isClosed: true, reminder: pack })
        }}
      >
        Remind me when I’m online
      </Button>
    </MapCard>
  )
}

function Reminder({ pack, onClose }: { pack: MapPack; onClose: () => void }) {
  const size = useBytesOf()(pack)
  const text = `Get the map for ${pack.title}${size === null ? '' : ` (${sizeText(size)})`} while you have signal.`
  return (
    <MapCard title="You’re online again" text={text} onClose={onClose}>
      <Button variant="contained" component={Link} to="/offline" onClick={onClose}>
        <Icon path={iconDownload} />
        Get the map
      </Button>
    </MapCard>
  )
}

function useBytesOf(): (pack: MapPack) => number | null {
  const bundle = useSiteData()?.bundle ?? null
  return (pack) => bytesOf(pack, bundle)
}
