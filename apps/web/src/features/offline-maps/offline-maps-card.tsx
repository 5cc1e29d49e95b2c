import { styled } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { useSiteData } from '#parts/site-data.ts'
import { useHasSignal } from '#platform/signal.ts'
import { useStoragePromise } from '#platform/storage-promise.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { colour } from '#ui/theme.ts'
import { type MapPack, packsOf } from './map-pack.ts'
import { bytesOf, sizeText } from './map-size.ts'
import { OFFLINE_MAPS } from './messages.ts'
import { OfflineMapRow } from './offline-map-row.tsx'
import { cancelDownload, type OfflineMaps, removeMap, startDownload, useOfflineMaps } from './offline-maps.ts'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  paddingRight: 16,
})

const Foot = styled('div')({ display: 'grid', gap: 4, padding: 16, borderTop: `1px solid ${colour('line')}` })
const Padded = styled('div')({ padding: '8px 16px' })

/** The maps that can be taken along: what there is of each on this device, and how to get or remove it. */
export function OfflineMapsCard() {
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const packs = useMemo(() => packsOf(site, role), [site, role])
  const maps = useOfflineMaps(packs)
  const hasSignal = useHasSignal()
  const data = useSiteData()
  const [deleting, setDeleting] = useState<MapPack | null>(null)
  return (
    <Card aria-labelledby="offline-maps">
      <Head>
        <CardHeading id="offline-maps">Offline maps</CardHeading>
        <Muted>{packs[0]?.base.title}</Muted>
      </Head>
      {packs.length === 0 && (
        <Padded>
          <Muted>{OFFLINE_MAPS.none}</Muted>
        </Padded>
      )}
      {packs.length > 0 && !hasSignal && (
        <Padded>
          <Notice>{OFFLINE_MAPS.unavailableOffline}</Notice>
        </Padded>
      )}
      <ul>
        {packs.map((pack) => {
          const doing = maps.work?.slug === pack.slug ? maps.work.doing : null
          return (
            <OfflineMapRow
              key={pack.slug}
              pack={pack}
              bytes={bytesOf(pack, data?.bundle ?? null)}
              stored={maps.stored[pack.slug]}
              doing={doing}
              leftMs={doing && (maps.work?.leftMs ?? null)}
              isBusy={maps.work !== null}
              trouble={maps.trouble[pack.slug]}
              hasSignal={hasSignal}
              onDownload={() => void startDownload(pack)}
              onCancel={doing && maps.work?.here ? cancelDownload : undefined}
              onDelete={() => setDeleting(pack)}
            />
          )
        })}
      </ul>
      {packs.length > 0 && <Storage space={maps.space} />}
      {deleting && (
        <ConfirmDialog
          title={`Delete the map ${deleting.title}?`}
          confirm={{
            title: 'Delete',
            deletes: true,
            act: () => {
              setDeleting(null)
              void removeMap(deleting)
            },
          }}
          cancel={{ title: 'Cancel', act: () => setDeleting(null) }}
          onClose={() => setDeleting(null)}
        >
          Without signal this area then has no base map. It can be downloaded again.
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** What the browser says of its storage: how full it is, and whether it promises to keep it. */
function Storage({ space }: Pick<OfflineMaps, 'space'>) {
  const isPromised = useStoragePromise()
  if (!space && isPromised === null) return null
  return (
    <Foot>
      {space && (
        <Muted>
          This app uses {sizeText(space.used)}; the browser allows about {sizeText(space.free)} more.
        </Muted>
      )}
      {isPromised === true && <Muted>The browser promises to keep it until you delete it.</Muted>}
      {isPromised === false && (
        <Muted>
          The browser does not promise to keep it: it may clear it when the device is short of space. An installed app is safer.
        </Muted>
      )}
    </Foot>
  )
}
