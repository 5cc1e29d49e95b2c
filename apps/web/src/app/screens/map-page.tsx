import { type ComponentProps, useEffect, useState } from 'react'
import type { Device } from '#data/device/device.ts'
import { useDevice, whenDeviceOpens } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { signedInPerson, useSession } from '#data/session.ts'
import type { createActionLayers } from '#features/actions/action-layer.ts'
import { MapScreen } from '#features/trail-map/map-screen.tsx'
import { readSymbols } from '#map/symbols.ts'
import { useHazardsOnMap } from '#parts/map/public-hazards.ts'
import { loadEngine } from '#parts/map/use-trail-map.ts'
import { hiddenAlerts } from '#parts/status/hidden-alerts.ts'
import { loadSiteData } from '#parts/trail/site-data.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

type ActionLayers = ReturnType<typeof createActionLayers>

// The downloads start while the screen and its frame render. Errors are ignored because the code that needs a file requests it again.
for (const begin of [loadEngine, loadSiteData, readSymbols]) begin().catch(() => {})

type Begun = { device: Device; layers: Promise<ActionLayers> }

const beginLayers = (device: Device): Begun => ({
  device,
  layers: import('#features/actions/action-layer.ts').then(({ createActionLayers }) => createActionLayers(device, device.person)),
})

/** Loading starts before the screen mounts, because otherwise the map would draw the Actions after everything else. */
let ahead: Begun | null = null
// People who log in later leave this screen, so only those already logged in need the layers.
if (signedInPerson())
  void whenDeviceOpens().then((device) => {
    ahead = beginLayers(device)
    ahead.layers.catch(() => {})
  })

const MissingMapCard = part(() => import('#features/offline-maps/missing-map-card.tsx').then((m) => m.MissingMapCard))

/** Once the background map has been missing, the card may show a reminder. */
let wasMissing = false

function MissingMapNotice(props: ComponentProps<typeof MissingMapCard>) {
  wasMissing ||= props.isMissing || props.isCoarse
  return wasMissing && <MissingMapCard {...props} />
}

/** Without this space, the map would jump when the notice appears. */
const NoticeSpace = styled('div')({ flex: 'none', height: 48, background: colour('warningContainer') })

const MapAlerts = part(() => import('./map-alerts.tsx').then((m) => m.MapAlerts))

const ActionPopup = part(() => import('#features/actions/view/action-popup.tsx').then((m) => m.ActionPopup))

const OfflineAct = part(() => import('#features/offline-maps/offline-act.tsx').then((m) => m.OfflineAct))

/** Visitors always get null, because they don't download the code for Actions. */
function useActionLayers(): ActionLayers | null {
  const device = useDevice()
  const [layers, setLayers] = useState<ActionLayers | null>(null)
  useEffect(() => {
    if (!device) return
    const begun = ahead?.device === device ? ahead : beginLayers(device)
    ahead = null
    let isOpen = true
    begun.layers.then(
      (made) => isOpen && setLayers(made),
      (error: unknown) => console.warn('couldn’t show actions on the map', error),
    )
    return () => {
      isOpen = false
      begun.layers.then(({ close }) => close()).catch(() => {})
      setLayers(null)
    }
  }, [device])
  return layers
}

export function MapPage() {
  useHazardsOnMap(useSession() === null)
  const { status, warnings } = usePageData()
  return (
    <MapScreen
      live={useActionLayers()}
      LivePopup={ActionPopup}
      OfflineAct={OfflineAct}
      BaseNotice={MissingMapNotice}
      notices={
        (status?.notices?.[0] || warnings?.warnings[0]) && <MapAlerts fallback={hiddenAlerts.get().length === 0 && <NoticeSpace />} />
      }
    />
  )
}
