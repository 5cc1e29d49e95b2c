import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCoordinates, formatViewHash } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { share } from '#parts/page/share.ts'
import { copyCoordinates } from '#parts/place/copy-coordinates.ts'
import { iconContentCopy, iconReport } from '#parts/place/place-icons.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd, iconShare } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { addActionPath } from '../controls/coordinates-panel.tsx'
import type { LivePopupParts } from '../layers/live-layers.ts'
import { Panel } from '../panels/panel.tsx'
import { PopupActs } from './popup.tsx'

export function LiveFrame({ title, detail, symbol, at, onClose, children }: LivePopupParts & { onClose: () => void }): ReactNode {
  return (
    <Panel title={title} detail={detail} mark={<MarkerSymbol name={symbol} size={48} />} side="left" onClose={onClose}>
      {at && <PopupActs at={at} />}
      {children}
    </Panel>
  )
}

const Acts = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 8,
  padding: '4px 16px 16px',
  '& > *': { minHeight: 48 },
  '& > :first-of-type': { gridColumn: '1 / -1' },
})

const SHARED_ZOOM = 16

/** A dropped pin is described by the nearest trail and its distance. */
export function PlacePopup({ at, mayAdd, onClose }: { at: LonLat; mayAdd: boolean; onClose: () => void }) {
  const data = useSiteData()
  const [lng, lat] = at
  const coordinates = formatCoordinates(lat, lng)
  const words = data?.index.describe({ position: at, accuracyM: null }) ?? 'This point'
  const sharePlace = () => {
    const url = `${location.origin}/map${formatViewHash({ lat, lng, zoom: SHARED_ZOOM })}`
    void share(words, `${words}, ${coordinates}`, url)
  }
  return (
    <Panel title={words} name={`Pin at ${coordinates}`} detail={coordinates} side="left" onClose={onClose}>
      <Acts>
        {mayAdd ? (
          <Button variant="contained" component={Link} to={addActionPath(at)}>
            <Icon path={iconAdd} />
            Add an Action here
          </Button>
        ) : (
          <Button variant="contained" component={Link} to={`/report?at=${lat.toFixed(5)},${lng.toFixed(5)}`}>
            <Icon path={iconReport} />
            Report here
          </Button>
        )}
        <Button variant="outlined" aria-label="Copy coordinates" onClick={() => void copyCoordinates(lat, lng)}>
          <Icon path={iconContentCopy} />
          Copy
        </Button>
        <Button variant="outlined" onClick={sharePlace}>
          <Icon path={iconShare} />
          Share
        </Button>
      </Acts>
    </Panel>
  )
}
