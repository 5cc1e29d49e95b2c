import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { usePhone } from '#data/phone-session.ts'
import { useSession } from '#data/session.ts'
import type { createActionLayers } from '#features/actions/action-layer.ts'
import type { PopupFrame } from '#features/actions/action-popup.tsx'
import { MapScreen } from '#features/trail-map/map-screen.tsx'

type ActionLayers = ReturnType<typeof createActionLayers>

const loadActionLayers = () => import('#features/actions/action-layer.ts')

const ActionPopup = lazy(async () => ({ default: (await import('#features/actions/action-popup.tsx')).ActionPopup }))

const Popup = (props: { id: string; frame: PopupFrame }): ReactNode => (
  <Suspense>
    <ActionPopup {...props} />
  </Suspense>
)

/** Null for visitors, who do not even fetch the code of actions, and until the phone is open. */
function useActionLayers(): ActionLayers | null {
  const phone = usePhone()
  const id = useSession()?.id
  const [layers, setLayers] = useState<ActionLayers | null>(null)
  // On its way while the phone is being opened.
  useEffect(() => {
    if (id) loadActionLayers().catch(() => {})
  }, [id])
  useEffect(() => {
    if (!phone || !id) return
    let made: ActionLayers | null = null
    let isOpen = true
    loadActionLayers().then(
      ({ createActionLayers }) => {
        if (!isOpen) return
        made = createActionLayers(phone, { id })
        setLayers(made)
      },
      (error: unknown) => console.warn('no actions on the map', error),
    )
    return () => {
      isOpen = false
      made?.close()
      setLayers(null)
    }
  }, [phone, id])
  return layers
}

/** The map of the network, with the actions on it: the two know nothing of each other. */
export const MapPage = () => <MapScreen live={useActionLayers()} LivePopup={Popup} />
