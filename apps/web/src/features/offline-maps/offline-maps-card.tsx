import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { isOnMobileData } from '#platform/mobile-data.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import { OFFLINE_MAPS } from './messages.ts'
import { NeedSignal } from './need-signal.tsx'
import { OfflineMapRow } from './offline-map-row.tsx'
import { cancelDownload, checkMap, leaveQueue, removeMap, startDownload, useOfflineMaps } from './offline-maps.ts'
import { conditionOfPack } from './packs/map-condition.ts'
import type { MapPack } from './packs/map-pack.ts'
import { bytesOf, missingBytes, sizeText } from './packs/map-size.ts'
import { contentText } from './packs/pack-content.ts'
import { usePacks } from './packs/use-packs.ts'

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '0 12px',
  padding: '0 16px 10px 0',
})

const Padded = styled('div')({ padding: '8px 16px' })

export function OfflineMapsCard({ title = 'Offline maps' }: { title?: string }) {
  const { site } = usePageData()
  const packs = usePacks()
  const maps = useOfflineMaps(packs)
  const hasSignal = useHasSignal()
  const bundle = useSiteData()?.bundle ?? null
  const [deleting, setDeleting] = useState<MapPack | null>(null)
  const [asking, setAsking] = useState<{ pack: MapPack; bytes: number } | null>(null)
  const [tooLarge, setTooLarge] = useState<{ slug: string; text: string } | null>(null)
  const ready = packs.filter((pack) => conditionOfPack(maps, pack) === 'ready').length
  const fetch = (pack: MapPack) => {
    const missing = (one: MapPack) => missingBytes(bytesOf(one, bundle) ?? 0, maps.stored[one.slug] ?? 0, one.tileCount)
    const bytes = missing(pack)
    const before = packs
      .filter(({ slug }) => slug === maps.work?.slug || maps.next.includes(slug))
      .reduce((sum, one) => sum + missing(one), 0)
    const isTooLarge = maps.space !== null && before + bytes > maps.space.free
    setTooLarge(isTooLarge ? { slug: pack.slug, text: OFFLINE_MAPS.tooLarge(sizeText(bytes), sizeText(maps.space?.free ?? 0)) } : null)
    if (isTooLarge) return
    if (isOnMobileData()) setAsking({ pack, bytes })
    else void startDownload(pack)
  }
  return (
    <Card aria-labelledby="offline-maps">
      <Head>
        <CardHeading id="offline-maps">{title}</CardHeading>
        {packs.length > 0 && (
          <Muted>
            {ready} of {packs.length} ready
          </Muted>
        )}
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
          const { slug } = pack
          const work = maps.work?.slug === slug ? maps.work : null
          const bytes = bytesOf(pack, bundle)
          return (
            <OfflineMapRow
              key={slug}
              pack={pack}
              condition={conditionOfPack(maps, pack)}
              bytes={bytes}
              stored={maps.stored[slug]}
              wholeAt={maps.wholeAt[slug]}
              leftMs={work?.leftMs ?? null}
              content={bundle && contentText(pack, bundle, site)}
              isBusy={maps.work !== null}
              trouble={tooLarge?.slug === slug ? tooLarge.text : maps.trouble[slug]}
              hasSignal={hasSignal}
              onDownload={() => fetch(pack)}
              onPause={work?.here ? cancelDownload : undefined}
              onCancel={() => leaveQueue(pack)}
              onCheck={() => void checkMap(pack)}
              onDelete={() => setDeleting(pack)}
            />
          )
        })}
      </ul>
      <Padded>
        <NeedSignal />
      </Padded>
      {asking && (
        <ConfirmDialog
          title="You’re on mobile data"
          confirm={{
            title: `Get ${sizeText(asking.bytes)} now`,
            act: () => {
              setAsking(null)
              void startDownload(asking.pack)
            },
          }}
          cancel={{ title: 'Wait for Wi-Fi', act: () => setAsking(null) }}
          onClose={() => setAsking(null)}
        >
          The map for {asking.pack.title} is {sizeText(asking.bytes)}.
        </ConfirmDialog>
      )}
      {deleting && (
        <ConfirmDialog
          title={`Remove the map for ${deleting.title}?`}
          confirm={{
            title: 'Remove',
            deletes: true,
            act: () => {
              setDeleting(null)
              void removeMap(deleting)
            },
          }}
          cancel={{ title: 'Cancel', act: () => setDeleting(null) }}
          onClose={() => setDeleting(null)}
        >
          You won’t have a background map of this area without signal. You can download it again later.
        </ConfirmDialog>
      )}
    </Card>
  )
}
