import type { GuideHeading } from '@trailwarden/site'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const List = styled('ul')({
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 40,
    padding: '2px 12px',
    borderLeft: `3px solid ${colour('line')}`,
    font: font('500 15px/20px'),
    color: colour('text2'),
    textDecoration: 'none',
  },
  '& a:hover': { color: colour('link') },
  '& a[aria-current]': { borderColor: colour('primary'), color: colour('link'), fontWeight: 600 },
})

/** Readers look slightly below the top bar. */
const READING_LINE_PX = 120

/** The page's last heading may never reach the reading line, so it is current at the end of the page. */
function useHeadingInView(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(anchors[0])
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      const { scrollTop, clientHeight, scrollHeight } = document.documentElement
      const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
      const above = anchors.findLast((anchor) => {
        const top = document.getElementById(anchor)?.getBoundingClientRect().top
        return top !== undefined && top <= READING_LINE_PX
      })
      setCurrent(atEnd ? anchors.at(-1) : (above ?? anchors[0]))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(update)
    }
    update()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [anchors])
  return current
}

export function OnThisPage({ headings }: { headings: readonly GuideHeading[] }) {
  const [anchors] = useState(() => headings.map((heading) => heading.anchor))
  const current = useHeadingInView(anchors)
  return (
    <List>
      {headings.map((heading) => (
        <li key={heading.anchor}>
          <Link to={`#${heading.anchor}`} aria-current={heading.anchor === current ? 'location' : undefined}>
            {heading.title}
          </Link>
        </li>
      ))}
    </List>
  )
}
