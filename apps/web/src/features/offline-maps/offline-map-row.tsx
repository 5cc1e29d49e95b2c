import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import { thisDevice } from '#parts/sync-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconClose, iconDelete, iconDownload, iconDownloadDone, iconWarningFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { type MapPack, pictureOf } from './map-pack.ts'
import { shareText, sizeText, timeLeftText } from './map-size.ts'
import type { Doing } from './offline-maps.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '64px minmax(0, 1fr)',
  gap: '12px 14px',
  alignItems: 'center',
  padding: 16,
  '&:not(:first-of-type)': { borderTop: `1px solid ${colour('line')}` },
  '& > img': { width: 64, height: 64, borderRadius: 12, border: `1px solid ${colour('line')}`, background: colour('surfaceSunken') },
  '& h3': { ...theme.typography.h3, display: 'flex', justifyContent: 'space-between', gap: 12 },
  '& p': { ...theme.typography.body2, color: colour('text2') },
  '& > p': { gridColumn: '1 / -1' },
}))

const State = styled('p')<{ tone: 'quiet' | 'busy' | 'done' | 'trouble' }>(({ tone }) => ({
  '&&': {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 8,
    fontWeight: 600,
    color: { quiet: colour('text2'), busy: colour('link'), done: colour('successText'), trouble: colour('warningText') }[tone],
  },
}))

const Bar = styled(LinearProgress)({
  height: 10,
  borderRadius: 5,
  margin: '8px 0 4px',
  background: colour('surfaceSunken'),
  '& > span': { borderRadius: 5 },
  '&[data-done] > span': { background: colour('success') },
})

const Buttons = styled('div')({ gridColumn: '1 / -1', display: 'grid', gridAutoFlow: 'column', gridAutoColumns: '1fr', gap: 8 })

const degrees = (value: number, positive: string, negative: string) => `${Math.abs(value)}° ${value < 0 ? negative : positive}`

function boundsText({ bounds }: MapPack): string {
  const lat = (value: number) => degrees(value, 'N', 'S')
  const lng = (value: number) => degrees(value, 'E', 'W')
  return `${lat(bounds.south)} to ${lat(bounds.north)}, ${lng(bounds.west)} to ${lng(bounds.east)}`
}

type Props = {
  pack: MapPack
  /** Null where nobody knows. */
  bytes: number | null
  /** Undefined until counted. */
  stored: number | undefined
  /** What is done with this map now. */
  doing: Doing | null
  leftMs: number | null
  /** Something is done with a map, this or another, or the map must not be touched for another reason. */
  isBusy: boolean
  trouble: string | undefined
  hasSignal: boolean
  onDownload: () => void
  /** Missing where another tab downloads: only that one can stop. */
  onCancel?: (() => void) | undefined
  onDelete: () => void
}

/** One map: where it stands and what can be done with it. */
export function OfflineMapRow(props: Props) {
  const { pack, stored, doing, isBusy, trouble, hasSignal, onDownload, onCancel, onDelete } = props
  const { title, tileCount, overviewCount, minZoom, maxZoom } = pack
  const isDone = stored === tileCount && doing === null
  const share = Math.floor(((stored ?? 0) / tileCount) * 100)
  return (
    <Row aria-label={title}>
      <img src={pictureOf(pack)} alt="" width={64} height={64} />
      <div>
        <h3>
          {title}
          {doing === 'downloading' && <span>{share} %</span>}
        </h3>
        <Condition {...props} isDone={isDone} />
        <Bar variant="determinate" value={share} aria-label={`${title}: downloaded`} {...(isDone && { 'data-done': true })} />
        <p>
          {stored ?? '…'} of {tileCount} tiles: {tileCount - overviewCount} at zooms {minZoom}–{maxZoom}, {overviewCount} for the overview
        </p>
        <p>{boundsText(pack)}</p>
      </div>
      {trouble && (
        <State tone="trouble" role="alert">
          <Icon path={iconWarningFill} size={20} />
          {trouble}
        </State>
      )}
      <Buttons>
        {(isDone || (stored ?? 0) > 0) && (
          <Button sx={tonal} disabled={isBusy} onClick={onDelete} aria-label={`Delete ${title}`}>
            <Icon path={iconDelete} />
            Delete
          </Button>
        )}
        {doing === 'downloading' && onCancel && (
          <Button sx={tonal} onClick={onCancel} aria-label={`Cancel the download of ${title}`}>
            <Icon path={iconClose} />
            Cancel
          </Button>
        )}
        {!isDone && !(doing === 'downloading' && onCancel) && (
          <Button
            sx={tonal}
            disabled={isBusy || !hasSignal || stored === undefined}
            onClick={onDownload}
            aria-label={`${stored ? 'Resume' : 'Download'} ${title}`}
          >
            <Icon path={iconDownload} />
            {stored ? 'Resume' : 'Download'}
          </Button>
        )}
      </Buttons>
    </Row>
  )
}

const tonal = { background: colour('primaryContainer'), color: colour('onPrimaryContainer') }

function Condition({ pack, bytes, stored, doing, leftMs, isDone, onCancel }: Props & { isDone: boolean }) {
  const whole = bytes === null ? [] : [sizeText(bytes)]
  if (isDone)
    return (
      <State tone="done">
        <Icon path={iconDownloadDone} size={20} />
        {['Complete and checked', ...whole].join(' · ')}
      </State>
    )
  if (doing === 'deleting') return <State tone="busy">Deleting</State>
  if (stored === undefined) return <State tone="quiet">Counting</State>
  const share = bytes === null ? [] : [shareText(bytes, stored, pack.tileCount)]
  if (doing === 'downloading') {
    const left = leftMs === null ? [] : [timeLeftText(leftMs)]
    return (
      <>
        <State tone="busy">{['Downloading', ...share, ...left].join(' · ')}</State>
        <p>{onCancel ? 'You can leave this page. Keep the app open.' : 'In another tab. Keep it open.'}</p>
      </>
    )
  }
  if (stored === 0) return <State tone="quiet">{[`Not on this ${thisDevice()}`, ...whole].join(' · ')}</State>
  return <State tone="quiet">{['Not complete', ...share].join(' · ')}</State>
}
