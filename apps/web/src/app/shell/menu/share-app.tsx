import { encode } from 'uqr'
import { usePageData } from '#data/page-data.ts'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted } from '#ui/card.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconShare } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: '116px minmax(0, 1fr)',
  gap: 16,
  alignItems: 'center',
  padding: 16,
  '& h2': { padding: 0 },
  '& > div': { display: 'grid', gap: 8 },
})

// The code is dark on white even in the dark theme, because some cameras can't read inverted codes.
const Code = styled('svg')({ display: 'block', width: '100%', borderRadius: 12, border: `1px solid ${colour('line')}`, background: '#fff' })

/** The QR standard requires a margin of four modules. */
function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Code viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <path d={squares.join('')} fill="#10212A" />
    </Code>
  )
}

async function shareLink(title: string, url: string): Promise<void> {
  try {
    if (navigator.share) await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      toast('success', 'Link copied')
    }
  } catch (error) {
    // Closing the browser's share sheet isn't an error.
    if (error instanceof Error && error.name === 'AbortError') return
    toast('error', `Couldn’t share the link: ${error instanceof Error ? error.message : error}`)
  }
}

export function ShareApp() {
  const { site } = usePageData()
  const address = `${location.origin}/`
  return (
    <Row>
      <QrCode text={address} name={`QR code for ${address}`} />
      <div>
        <CardHeading>Share this app</CardHeading>
        <Muted>Let another rider scan the code, or send them the link.</Muted>
        <Button
          sx={{ background: colour('primaryContainer'), color: colour('onPrimaryContainer') }}
          onClick={() => void shareLink(site.label, address)}
        >
          <Icon path={iconShare} />
          Share link
        </Button>
      </div>
    </Row>
  )
}
