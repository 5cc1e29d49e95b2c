import { usePageData } from '#data/page-data.ts'
import { formatAge } from '#lib/dates.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClock, iconDownload, iconMap } from '#ui/icons/icons.ts'
import { iconDownloadDone, iconPause, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { MapMenu } from './map-menu.tsx'
import { type Condition, FETCH } from './packs/map-condition.ts'
import type { MapPack } from './packs/map-pack.ts'
import { missingText, shareText, sizeText, timeLeftText } from './packs/map-size.ts'

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '32px minmax(0, 1fr) auto',
  gap: '8px 12px',
  alignItems: 'center',
  padding: 16,
  borderTop: `1px solid ${colour('line')}`,
  '& > i': {
    color: colour('text2'),
    '&[data-tone=done]': { color: colour('successText') },
    '&[data-tone=busy]': { color: colour('link') },
  },
  '& h3': { font: font('700 17px/22px') },
  '& p, & summary': { font: font('400 14px/19px'), color: colour('text2') },
  '& > p, & > details, & > span, & > .wide': { gridColumn: '1 / -1' },
  '& > button': { whiteSpace: 'normal' },
  '& summary': {
    position: 'relative',
    cursor: 'pointer',
    width: 'fit-content',
    padding: '4px 0',
    '&::after': { content: '""', position: 'absolute', inset: '-8px -12px -14px' },
  },
})

const State = styled('p')({
  '& b': { fontWeight: 600 },
  '& [data-tone=done]': { color: colour('successText') },
  '& [data-tone=busy]': { color: colour('link') },
  '& [data-tone=gap]': { color: colour('warningText') },
})

const ButtonPlace = styled('span')({ height: 48 })

const Trouble = styled('p')({ '&&': { display: 'flex', alignItems: 'flex-start', gap: 8, fontWeight: 600, color: colour('warningText') } })

const Bar = styled('progress')({
  appearance: 'none',
  display: 'block',
  width: '100%',
  height: 10,
  overflow: 'hidden',
  border: 0,
  borderRadius: 5,
  '&, &::-webkit-progress-bar': { background: colour('surfaceSunken') },
  // A browser ignores the whole rule if it doesn't know one of the names.
  '&::-webkit-progress-value': { background: colour('primary') },
  '&::-moz-progress-bar': { background: colour('primary') },
})

const degrees = (value: number, positive: string, negative: string) => `${Math.abs(value)}° ${value < 0 ? negative : positive}`

function boundsText({ bounds }: MapPack): string {
  const lat = (value: number) => degrees(value, 'N', 'S')
  const lng = (value: number) => degrees(value, 'E', 'W')
  return `${lat(bounds.south)} to ${lat(bounds.north)}, ${lng(bounds.west)} to ${lng(bounds.east)}`
}

type Props = {
  pack: MapPack
  condition: Condition
  bytes: number | null
  stored: number | undefined
  wholeAt: string | undefined
  leftMs: number | null
  /** For example `Map, 2 trails, 63 posts, safety guide`. */
  content: string | null
  /** True while any map is being downloaded, checked or deleted. */
  isBusy: boolean
  trouble: string | undefined
  hasSignal: boolean
  onDownload: () => void
  /** Undefined if another tab is downloading, because only that tab can pause the download. */
  onPause?: (() => void) | undefined
  /** Removes the map from the queue. */
  onCancel: () => void
  onCheck: () => void
  onDelete: () => void
}

const ICONS: Partial<Record<Condition, string>> = {
  ready: iconDownloadDone,
  checking: iconDownloadDone,
  downloading: iconDownload,
  next: iconClock,
}
const TONES: Partial<Record<Condition, string>> = { ready: 'done', downloading: 'busy', checking: 'busy', gap: 'gap' }

export function OfflineMapRow(props: Props) {
  const { pack, condition, bytes, stored, content, trouble, wholeAt, hasSignal, onDownload, onPause } = props
  const { title, tileCount, overviewCount, minZoom, maxZoom } = pack
  const share = Math.floor(((stored ?? 0) / tileCount) * 100)
  const isLoading = condition === 'downloading'
  const fetch = FETCH[condition]
  // After the first count, the text and the button most likely appear, so their places are reserved.
  const isFirstCount = condition === 'counting' && wholeAt === undefined
  const toFetch = bytes !== null && fetch ? `${fetch}, ${missingText(bytes, stored ?? 0, tileCount)}` : fetch
  return (
    <Row aria-label={title}>
      <i data-tone={TONES[condition]}>
        <Icon path={ICONS[condition] ?? iconMap} />
      </i>
      <div>
        <h3>{title}</h3>
        <p>{content ?? '\u00a0'}</p>
      </div>
      <RowButton {...props} />
      {(isLoading || condition === 'partial') && <Bar className="wide" max={100} value={share} aria-label={`${title}: downloaded`} />}
      <Standing {...props} />
      {isLoading && <p>{onPause ? 'You can leave this page. Keep the app open.' : 'Downloading in another tab. Keep that tab open.'}</p>}
      {isFirstCount && <ButtonPlace />}
      {trouble && (
        <Trouble role="alert">
          <Icon path={iconWarningFill} size={20} />
          {trouble}
        </Trouble>
      )}
      {toFetch && (
        <Button
          className="wide"
          variant={condition === 'none' ? 'contained' : 'outlined'}
          disabled={!hasSignal}
          onClick={onDownload}
          aria-label={`${toFetch}: ${title}`}
        >
          <Icon path={iconDownload} />
          {toFetch}
        </Button>
      )}
      <details>
        <summary>Details</summary>
        <p>
          {stored ?? '…'} of {tileCount} tiles: {tileCount - overviewCount} at zoom levels {minZoom}–{maxZoom}, {overviewCount} for the
          overview
        </p>
        <p>{boundsText(pack)}</p>
      </details>
    </Row>
  )
}

function RowButton({ pack: { title }, condition, stored = 0, isBusy, onPause, onCancel, onCheck, onDelete }: Props) {
  if (condition === 'downloading')
    return (
      onPause && (
        <Button onClick={onPause} aria-label={`Pause the download of ${title}`}>
          <Icon path={iconPause} />
          Pause
        </Button>
      )
    )
  if (condition === 'next')
    return (
      <Button onClick={onCancel} aria-label={`Cancel the download of ${title}`}>
        Cancel
      </Button>
    )
  return stored > 0 && <MapMenu title={title} disabled={isBusy} onCheck={onCheck} onDelete={onDelete} />
}

function Standing({ pack, condition, bytes, stored = 0, wholeAt, leftMs, isBusy }: Props) {
  const { site } = usePageData()
  const now = useNow()
  const [word, ...more] = words()
  return (
    <State>
      <b data-tone={TONES[condition]}>{word}</b>
      {more.map((part) => ` · ${part}`)}
    </State>
  )

  function words(): string[] {
    const whole = bytes === null ? [] : [sizeText(bytes)]
    const share = bytes === null ? [] : [shareText(bytes, stored, pack.tileCount)]
    switch (condition) {
      case 'counting':
        return ['Counting']
      case 'deleting':
        return ['Removing']
      case 'checking':
        return ['Checking every file']
      case 'ready':
        return ['Complete and checked', ...whole, ...(wholeAt ? [formatAge(new Date(wholeAt), now, site.timeZone)] : [])]
      case 'downloading':
        return ['Downloading', ...share, ...(leftMs === null ? [] : [timeLeftText(leftMs)])]
      case 'next': {
        const missing = bytes === null ? [] : [missingText(bytes, stored, pack.tileCount)]
        return ['Next', ...missing, isBusy ? 'starts automatically' : 'starts after you resume']
      }
      case 'none':
        return [`Not on this ${thisDevice()}`, ...whole]
      case 'partial':
        return ['Not complete', ...share]
      case 'update':
        return ['Newer map data is available']
      case 'gap':
        return [bytes === null ? 'Some parts are missing' : `${missingText(bytes, stored, pack.tileCount)} is missing`]
    }
  }
}
