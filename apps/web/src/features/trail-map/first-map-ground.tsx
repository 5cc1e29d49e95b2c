import { usePageData } from '#data/page-data.ts'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { firstConditions } from '#parts/map/first-lines.ts'
import { GRID } from '#parts/map/map-styles.ts'
import { useMapConditions } from '#parts/status/trail-conditions.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { styled } from '#ui/styled.ts'
import { SmallPrint } from './small-print.ts'

const Ground = styled('div')({ position: 'absolute', inset: 0, touchAction: 'none', ...GRID })

/** The page's first drawing of the map is in here (`first-map.ts`), with the conditions that the server knew when it sent the page. */
export function FirstMapGround() {
  const { site } = usePageData()
  const { conditionOf, badges } = useMapConditions()
  const bundle = useSiteData()?.bundle
  const conditions = bundle && JSON.stringify(firstConditions(bundle, conditionOf, badges)).replaceAll('<', '\\u003c')
  return (
    <>
      <Ground id="first-map" data-desktop={`(min-width: ${DESKTOP_PX}px)`} aria-hidden />
      <SmallPrint>{site.sample && <b>{MAP_MESSAGES.sample}</b>}</SmallPrint>
      {conditions && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data that can't close its element
        <script type="application/json" id="first-conditions" dangerouslySetInnerHTML={{ __html: conditions }} />
      )}
    </>
  )
}
