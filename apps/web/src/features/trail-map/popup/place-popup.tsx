import type { ReactNode } from 'react'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import type { LivePopupParts } from '../layers/live-layers.ts'
import { Panel } from '../panels/panel.tsx'
import { PopupActs, PopupBody } from './popup.tsx'

export function LiveFrame({ title, detail, symbol, at, onClose, children }: LivePopupParts & { onClose: () => void }): ReactNode {
  return (
    <Panel title={title} detail={detail} mark={<MarkerSymbol name={symbol} size={48} />} side="left" onClose={onClose}>
      {at && <PopupActs at={at} first="none" />}
      {children}
    </Panel>
  )
}

/** A spot without a feature is described by the nearest trail and its distance. */
export function PlacePopup({ at, mayAdd, onClose }: { at: LonLat; mayAdd: boolean; onClose: () => void }) {
  const data = useSiteData()
  const detail = data?.index.describe({ position: at, accuracyM: null }) ?? 'This point'
  return (
    <Panel title={formatCoordinates(at[1], at[0])} detail={detail} side="left" onClose={onClose}>
      <PopupActs at={at} first={mayAdd ? 'add' : 'report'} />
      <PopupBody />
    </Panel>
  )
}
