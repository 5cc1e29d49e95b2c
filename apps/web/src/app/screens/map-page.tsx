import { type ComponentProps, useEffect, useState } from 'react'
import type { Device } from '#data/device.ts'
import { useDevice, whenDeviceOpens } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { signedInPerson, useSession } from '#data/session.ts'
import type { createActionLayers } from '#features/actions/action-layer.ts'
import { MapScreen } from '#features/trail-map/map-screen.tsx'
import { useStatusPolling } from '#features/trail-status/trail-status.ts'
import { readSymbols } from '#map/symbols.ts'
import { useHazardsOnMap } from '#parts/public-hazards.ts'
import { loadSiteData } from '#parts/site-data.ts'
import { loadEngine } from '#parts/use-trail-map.ts'
import { part } from '#ui/part.tsx'

type ActionLayers = ReturnType<typeof createActionLayers>

// Under way while the screen and its frame are being drawn. Each caller asks again and then gets the failure.
for (const begin of [loadEngine, loadSiteData, readSymbols]) begin().catch(() => {})

type Begun = { device: Device; layers: Promise<ActionLayers> }

const beginLayers = (device: Device): Begun => ({
  device,
  layers: import('#features/actions/action-layer.ts').then(({ createActionLayers }) => createActionLayers(device, device.person)),
})

/** Begun before the screen stands, which takes them over: read only then, the actions would be drawn after everything else. */
let ahead: Begun | null = null
// A visitor who signs in later is on another screen then.
if (signedInPerson())
  void whenDeviceOpens().then((device) => {
    ahead = beginLayers(device)
    ahead.layers.catch(() => {})
  })

const MissingMapCard = part(() => import('#features/offline-maps/missing-map-card.tsx').then((m) => m.MissingMapCard))

/** Whether anything was missing since the app was opened: from then on the card may have to remind someone of it. */
let wasMissing = false

/** A map that has its background does not fetch the card about a missing one. */
function MissingMapNotice(props: ComponentProps<typeof MissingMapCard>) {
  wasMissing ||= props.isMissing
  return wasMissing && <MissingMapCard {...props} />
}

const MapAlerts = part(() => import('./alerts.tsx').then((m) => m.MapAlerts))

const ActionPopup = part(() => import('#features/actions/action-popup.tsx').then((m) => m.ActionPopup))

/** Null for visitors, who do not even fetch the code of actions, and until the device's database is open. */
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
      (error: unknown) => console.warn('no actions on the map', error),
    )
    return () => {
      isOpen = false
      begun.layers.then(({ close }) => close()).catch(() => {})
      setLayers(null)
    }
  }, [device])
  return layers
}

/** The map of the network, with the actions on it: the two know nothing of each other. */
export function MapPage() {
  useStatusPolling()
  useHazardsOnMap(useSession() === null)
  const { status, warnings } = usePageData()
  return (
    <MapScreen
      live={useActionLayers()}
      LivePopup={ActionPopup}
      BaseNotice={MissingMapNotice}
      notices={(status?.notices?.[0] || warnings?.warnings[0]) && <MapAlerts />}
    />
  )
}
