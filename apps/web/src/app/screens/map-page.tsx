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
import { loadSiteData } from '#parts/trail/site-data.ts'
import { part } from '#ui/part.tsx'

type ActionLayers = ReturnType<typeof createActionLayers>

// Starts these downloads while the screen and its frame are rendering. Errors are ignored here, because the code that needs a file requests
// it again.
for (const begin of [loadEngine, loadSiteData, readSymbols]) begin().catch(() => {})

type Begun = { device: Device; layers: Promise<ActionLayers> }

const beginLayers = (device: Device): Begun => ({
  device,
  layers: import('#features/actions/action-layer.ts').then(({ createActionLayers }) => createActionLayers(device, device.person)),
})

/** Loading starts before the screen mounts. Otherwise, the map would draw the Actions after everything else. */
let ahead: Begun | null = null
// Only needed for people who are logged in when this loads, because logging in later leaves this screen.
if (signedInPerson())
  void whenDeviceOpens().then((device) => {
    ahead = beginLayers(device)
    ahead.layers.catch(() => {})
  })

const MissingMapCard = part(() => import('#features/offline-maps/missing-map-card.tsx').then((m) => m.MissingMapCard))

/** Whether the background map has been missing since the app was opened. If so, the card may show a reminder. */
let wasMissing = false

/** Loads the card about a missing map only if the background has been missing. */
function MissingMapNotice(props: ComponentProps<typeof MissingMapCard>) {
  wasMissing ||= props.isMissing
  return wasMissing && <MissingMapCard {...props} />
}

const MapAlerts = part(() => import('./alerts.tsx').then((m) => m.MapAlerts))

const ActionPopup = part(() => import('#features/actions/view/action-popup.tsx').then((m) => m.ActionPopup))

/** Returns null until the device's database is open, and always for visitors, who don't download the code for Actions. */
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

/** Shows the network map with Actions. The map and the Actions load independently. */
export function MapPage() {
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
