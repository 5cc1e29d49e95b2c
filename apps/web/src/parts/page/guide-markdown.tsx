/** Every address is validated again, because a cached copy may come from an older server with different rules. */

import { type Block, type ColumnAlign, type Inline, inlineText, type NoteTone, safeHref, safePicture } from '@trailwarden/site'
import { Children, type ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { EmergencyButton } from '#parts/emergency/emergency-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCallFill, iconInfoFill, iconLink, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, typography } from '#ui/theme/theme.ts'

// The parts of a page never change their order, so each part's index can be its key.
export const blocks = (nodes: readonly Block[]): ReactNode => Children.toArray(nodes.map(block))
const inlines = (nodes: readonly Inline[]): ReactNode => Children.toArray(nodes.map(inline))

const listItem = (content: readonly Block[]) => <li>{blocks(content)}</li>

function block(node: Block): ReactNode {
  switch (node.type) {
    case 'heading':
      return <Heading level={node.level} anchor={node.anchor} content={node.children} />
    case 'paragraph':
      return <p>{inlines(node.children)}</p>
    case 'list': {
      const items = Children.toArray(node.items.map(listItem))
      return node.ordered ? (
        <Steps first={node.start} start={node.start}>
          {items}
        </Steps>
      ) : (
        <Points>{items}</Points>
      )
    }
    case 'table':
      return <Table align={node.align} head={node.head} rows={node.rows} />
    case 'quote':
      return <Quote>{blocks(node.children)}</Quote>
    case 'note':
      return (
        <Note role="note" tone={node.tone}>
          <Icon path={NOTE_ICON[node.tone]} />
          <div>{blocks(node.children)}</div>
        </Note>
      )
    case 'code':
      return (
        <Code>
          <code>{node.text}</code>
        </Code>
      )
    case 'rule':
      return <hr />
    case 'picture':
      return <PagePicture {...node} />
  }
}

function inline(node: Inline): ReactNode {
  if (typeof node === 'string') return node
  switch (node.type) {
    case 'strong':
      return <strong>{inlines(node.children)}</strong>
    case 'emphasis':
      return <em>{inlines(node.children)}</em>
    case 'code':
      return <code>{node.text}</code>
    case 'link':
      return <PageLink href={node.href}>{inlines(node.children)}</PageLink>
    case 'break':
      return <br />
  }
}

const EmergencyLink = styled(EmergencyButton)({ textDecoration: 'underline', fontWeight: 600, whiteSpace: 'nowrap' })

/** A forbidden address becomes plain text. */
export function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const { site } = usePageData()
  const safe = safeHref(href)
  if (safe === null) return children
  if (safe === `tel:${site.emergencyNumber}`) return <EmergencyLink>{children}</EmergencyLink>
  if (/^[/#]/.test(safe)) return <Link to={safe}>{children}</Link>
  if (/^(tel|mailto):/i.test(safe)) return <a href={safe}>{children}</a>
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const HeadingRow = styled('div')<{ level: number }>(({ level }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  margin: level <= 2 ? '24px 0 8px' : '16px 0 4px',
  '& > :first-of-type': { ...(level <= 2 ? typography.h2 : typography.h3), margin: 0, scrollMarginTop: 88, outline: 'none' },
}))

const Anchor = styled(Link)({
  position: 'relative',
  // The doubled selector overrides the link colour of the text.
  '&&': { color: colour('text3') },
  '&&:hover, &&:focus-visible': { color: colour('link') },
  // The icon is 20 px and its touch target is 48 px.
  '&::after': { content: '""', position: 'absolute', inset: -14 },
  [DESKTOP]: { '&::after': { inset: -10 } },
})

const TAGS = ['h3', 'h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

function Heading({ level, anchor, content }: { level: number; anchor: string; content: Inline[] }) {
  // The top bar has the first-level heading and the page's title is the second level, so headings inside the page start at the third level.
  const Tag = TAGS[level] ?? 'h6'
  return (
    <HeadingRow level={level}>
      <Tag id={anchor} tabIndex={-1}>
        {inlines(content)}
      </Tag>
      <Anchor to={`#${anchor}`} aria-label={`Link to ${inlineText(content)}`} data-print="no">
        <Icon path={iconLink} size={20} />
      </Anchor>
    </HeadingRow>
  )
}

const Points = styled('ul')({
  paddingLeft: 24,
  '& > li': { listStyle: 'disc', paddingLeft: 4 },
  '& > li + li': { marginTop: 6 },
  '& > li::marker': { color: colour('text3') },
})

const Steps = styled('ol')<{ first: number }>(({ first }) => ({
  counterReset: `step ${first - 1}`,
  display: 'grid',
  gap: 10,
  marginTop: 8,
  '& > li': { counterIncrement: 'step', position: 'relative', minHeight: 30, paddingLeft: 44, paddingTop: 2 },
  '& > li::before': {
    content: 'counter(step)',
    position: 'absolute',
    left: 0,
    top: 0,
    width: 30,
    height: 30,
    borderRadius: 15,
    background: colour('primary'),
    color: colour('onPrimary'),
    font: font('700 15px/30px'),
    textAlign: 'center',
  },
}))

const Scroller = styled('div')({
  overflowX: 'auto',
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  background: colour('surface'),
  '& table': { borderCollapse: 'collapse', width: '100%', fontSize: rem(14), lineHeight: rem(20), fontFeatureSettings: '"tnum"' },
  '& th': { background: colour('surfaceAlt'), color: colour('text2'), fontWeight: 600, fontSize: rem(13), whiteSpace: 'nowrap' },
  '& th, & td': { padding: '10px 12px', verticalAlign: 'top' },
  '& tbody tr': { borderTop: `1px solid ${colour('line')}` },
  [DESKTOP]: { '& th, & td': { padding: '10px 16px' } },
})

const alignment = ({ side }: { side: ColumnAlign | undefined }) => ({ textAlign: side ?? ('left' as const) })
const HeadCell = styled('th')<{ side: ColumnAlign | undefined }>(alignment)
const Cell = styled('td')<{ side: ColumnAlign | undefined }>(alignment)

function Table({ align, head, rows }: { align: ColumnAlign[]; head: Inline[][]; rows: Inline[][][] }) {
  const headCell = (cell: Inline[], column: number) => (
    <HeadCell scope="col" side={align[column]}>
      {inlines(cell)}
    </HeadCell>
  )
  const cell = (content: Inline[], column: number) => <Cell side={align[column]}>{inlines(content)}</Cell>
  const row = (cells: Inline[][]) => <tr>{Children.toArray(cells.map(cell))}</tr>
  return (
    // People can scroll the box with the keyboard only if the box is focusable.
    <Scroller role="group" tabIndex={0} aria-label={`Table: ${head.map(inlineText).join(', ')}`}>
      <table>
        <thead>
          <tr>{Children.toArray(head.map(headCell))}</tr>
        </thead>
        <tbody>{Children.toArray(rows.map(row))}</tbody>
      </table>
    </Scroller>
  )
}

const Figure = styled('figure')({
  margin: '12px 0',
  '& img': { display: 'block', maxWidth: '100%', height: 'auto', borderRadius: 12, border: `1px solid ${colour('line')}` },
  '& figcaption': { marginTop: 6, color: colour('text2'), fontSize: rem(14), lineHeight: rem(20) },
})

function PagePicture({ src, alt, width, height, caption }: Extract<Block, { type: 'picture' }>) {
  const safe = safePicture(src)
  if (safe === null) return null
  return (
    <Figure>
      <img src={safe} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
      {caption && <figcaption>{caption}</figcaption>}
    </Figure>
  )
}

const NOTE_ICON: Record<NoteTone, string> = { note: iconInfoFill, warning: iconWarningFill, emergency: iconCallFill }
const NOTE_COLOURS = {
  note: { background: colour('infoContainer'), color: colour('onInfoContainer') },
  warning: { background: colour('warningContainer'), color: colour('onWarningContainer') },
  emergency: { background: colour('emergencyContainer'), color: colour('onEmergencyContainer') },
}

const Note = styled('div')<{ tone: NoteTone }>(({ tone }) => ({
  ...NOTE_COLOURS[tone],
  display: 'flex',
  gap: 12,
  padding: '12px 14px',
  borderRadius: 12,
  '& a': { color: 'inherit' },
  '&& p': typography.body2,
  '&& p + p': { marginTop: 0 },
  // A paragraph that consists only of bold text is the note's title.
  '& p > strong:only-child': { fontWeight: 600, fontSize: rem(15) },
}))

const Quote = styled('blockquote')({ margin: 0, padding: '0 0 0 16px', borderLeft: `3px solid ${colour('line')}`, color: colour('text2') })

const Code = styled('pre')({
  margin: 0,
  padding: 12,
  overflowX: 'auto',
  borderRadius: 8,
  background: colour('surfaceSunken'),
  fontSize: rem(14),
})
