import { BLUR_BOXES_MAX, type BlurBox, type Photo, patchesOf } from '@trailwarden/domain'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useHasSignal } from '#platform/signal.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { iconCheck, iconClose, iconDelete } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { boxBetween, boxByKey, MIDDLE, movedBox, type Point, resizedBox } from './blur-boxes.ts'

const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto auto minmax(0, auto) auto 1fr auto',
  gap: 12,
  height: '100%',
  padding: 16,
  overflow: 'auto',
  color: colour('text'),
  '& header, & .tools, & footer': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  '& header': { flexWrap: 'nowrap' },
  '& h2': { flex: 1, font: font('700 20px/28px') },
  '& footer': { justifyContent: 'end', '& .save': { flex: 1, minHeight: 56 } },
  '& .keys': { display: 'none' },
  [DESKTOP]: { padding: 24, '& .keys': { display: 'block' }, '& footer .save': { flex: 'none', minHeight: 48 } },
})

const EDGE = '#ffcf1f'
const INK = '#14232a'

// The frame has the photo's exact shape, because boxes are fractions of the photo. Dark and yellow are visible on any photo in both themes.
const Stage = styled('div')({
  position: 'relative',
  justifySelf: 'center',
  maxWidth: '100%',
  overflow: 'hidden',
  borderRadius: 12,
  background: colour('surfaceSunken'),
  cursor: 'crosshair',
  touchAction: 'none',
  userSelect: 'none',
  '& canvas': { display: 'block', maxWidth: '100%', maxHeight: '56dvh' },
  '& button': {
    position: 'absolute',
    padding: 0,
    border: `3px solid ${EDGE}`,
    borderRadius: 6,
    background: 'none',
    boxShadow: `0 0 0 2px ${INK}, inset 0 0 0 1px ${INK}`,
    cursor: 'move',
    outlineOffset: 4,
  },
  '& button:focus-visible': { outline: `3px solid ${EDGE}`, boxShadow: `0 0 0 2px ${INK}, 0 0 0 9px ${INK}` },
  '& button small': {
    position: 'absolute',
    top: 'calc(100% + 5px)',
    left: -3,
    padding: '1px 8px',
    borderRadius: 6,
    background: INK,
    color: '#fff',
    font: font('600 13px/20px'),
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  '& button.low small': { top: 'auto', bottom: 'calc(100% + 5px)' },
  // The resize handle looks small, but its tap area is large enough for a thumb.
  '& button i': {
    position: 'absolute',
    right: -14,
    bottom: -14,
    width: 28,
    height: 28,
    cursor: 'nwse-resize',
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 6,
      borderRadius: 8,
      background: EDGE,
      border: `2px solid ${INK}`,
      boxSizing: 'border-box',
    },
  },
})

const MAX_DRAWN = 1280

/** The dialog shows the patches of average colour that the server will store. */
function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, boxes: readonly BlurBox[]): void {
  const scale = Math.min(1, MAX_DRAWN / Math.max(image.naturalWidth, image.naturalHeight))
  const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return
  context.drawImage(image, 0, 0, width, height)
  for (const box of boxes) {
    const area = [box.x * width, box.y * height, box.width * width, box.height * height] as const
    const { columns, rows } = patchesOf({ width: area[2], height: area[3] })
    // In a single step, a browser would pick individual pixels instead of averaging, so the size is halved repeatedly.
    let [from, w, h]: [CanvasImageSource, number, number] = [canvas, area[2], area[3]]
    let source: readonly [number, number, number, number] = area
    while (w > columns || h > rows) {
      ;[w, h] = [Math.max(columns, Math.floor(w / 2)), Math.max(rows, Math.floor(h / 2))]
      const next = document.createElement('canvas')
      Object.assign(next, { width: w, height: h })
      next.getContext('2d')?.drawImage(from, ...source, 0, 0, w, h)
      ;[from, source] = [next, [0, 0, w, h]]
    }
    context.imageSmoothingEnabled = false
    context.drawImage(from, ...source, ...area)
    context.imageSmoothingEnabled = true
  }
}

type Drag = { from: Point; box: BlurBox | null; index: number; act: 'draw' | 'move' | 'resize' }

const placeText = ({ x, y, width, height }: BlurBox) => {
  const [left, top, wide, high] = [x, y, width, height].map((share) => Math.round(share * 100))
  return `${left}% from the left, ${top}% from the top, ${wide}% wide, ${high}% high`
}

type Props = { photo: Pick<Photo, 'id' | 'boxes'>; onSave: (boxes: BlurBox[]) => void; onClose: () => void }

/** Once the boxes are saved, only managers can see what they cover. */
export function BlurDialog({ photo, onSave, onClose }: Props) {
  const [heading, hint] = [useId(), useId()]
  const isOnline = useHasSignal()
  const [image, setImage] = useState<HTMLImageElement | 'failed' | null>(null)
  const [boxes, setBoxes] = useState<readonly BlurBox[]>(photo.boxes ?? [])
  const [past, setPast] = useState<(readonly BlurBox[])[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<Drag | null>(null)

  useEffect(() => {
    const loading = new Image()
    loading.onload = () => setImage(loading)
    loading.onerror = () => setImage('failed')
    loading.src = `/api/photos/${photo.id}?size=original`
  }, [photo.id])
  const isLoaded = image instanceof HTMLImageElement
  useEffect(() => {
    if (canvas.current && image instanceof HTMLImageElement) draw(canvas.current, image, boxes)
  }, [image, boxes])

  const remember = () => setPast((steps) => [...steps, boxes])
  const replace = (index: number, box: BlurBox) => setBoxes((all) => all.map((one, i) => (i === index ? box : one)))
  const focusBox = (index: number) => requestAnimationFrame(() => stage.current?.querySelectorAll('button')[index]?.focus())
  const remove = (index: number) => {
    remember()
    setBoxes(boxes.filter((_, i) => i !== index))
    setChosen(null)
    if (boxes.length > 1) focusBox(Math.max(0, index - 1))
  }
  const add = () => {
    remember()
    setBoxes([...boxes, MIDDLE])
    setChosen(boxes.length)
    focusBox(boxes.length)
  }
  const undo = () => {
    setBoxes(past.at(-1) ?? boxes)
    setPast(past.slice(0, -1))
    setChosen(null)
  }

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (!isLoaded || event.button !== 0) return
    // This cast is safe because everything that can be pressed inside the stage is an element.
    const target = event.target as Element
    const index = Number(target.closest('button')?.dataset.index ?? -1)
    const box = boxes[index] ?? null
    if (!box && boxes.length >= BLUR_BOXES_MAX) return
    remember()
    drag.current = {
      from: pointOf(event),
      box,
      index: box ? index : boxes.length,
      act: !box ? 'draw' : target.closest('i') ? 'resize' : 'move',
    }
    setChosen(box ? index : null)
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current
    if (!now) return
    const to = pointOf(event)
    if (now.box) {
      const by = { x: to.x - now.from.x, y: to.y - now.from.y }
      return replace(now.index, now.act === 'resize' ? resizedBox(now.box, by) : movedBox(now.box, by))
    }
    const drawn = boxBetween(now.from, to)
    setBoxes((all) => [...all.slice(0, now.index), ...(drawn ? [drawn] : [])])
  }
  const end = () => {
    const now = drag.current
    drag.current = null
    if (!now) return
    // A tap that didn't draw or move a box isn't an undo step.
    if (JSON.stringify(past.at(-1)) === JSON.stringify(boxes)) return setPast(past.slice(0, -1))
    setChosen(now.index)
    focusBox(now.index)
  }
  const byKey = (index: number) => (event: KeyboardEvent) => {
    const box = boxes[index]
    const next = box && boxByKey(box, event.key, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    if (next === null) return remove(index)
    remember()
    replace(index, next)
  }
  const isChanged = JSON.stringify(boxes) !== JSON.stringify(photo.boxes ?? [])
  return (
    <Dialog
      onClose={onClose}
      aria-labelledby={heading}
      slotProps={{ paper: { sx: { ...WHOLE_PHONE, [DESKTOP]: { height: 'auto', maxWidth: 920, margin: '24px', borderRadius: '16px' } } } }}
    >
      <Frame>
        <header>
          <h2 id={heading}>Blur faces and plates</h2>
          <IconButton aria-label="Close" onClick={onClose}>
            <Icon path={iconClose} />
          </IconButton>
        </header>
        <Muted>
          Draw a box over anything that could identify someone. Managers can see the original photo for 12 months. Everyone else, including
          the reporter, sees only the blurred photo.
        </Muted>
        {image === 'failed' ? (
          <Muted role="alert">Couldn’t load the photo. You need a connection to blur it.</Muted>
        ) : (
          <Stage ref={stage} onPointerDown={begin} onPointerMove={go} onPointerUp={end} onPointerCancel={end} aria-busy={!isLoaded}>
            <canvas ref={canvas} role="img" aria-label="Photo with blurred areas" />
            {isLoaded &&
              boxes.map((box, i) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: a box is only identified by its index, which stays the same while it changes.
                  key={i}
                  type="button"
                  data-index={i}
                  className={box.y + box.height > 0.85 ? 'low' : ''}
                  style={{ left: `${box.x * 100}%`, top: `${box.y * 100}%`, width: `${box.width * 100}%`, height: `${box.height * 100}%` }}
                  aria-label={`Box ${i + 1} of ${boxes.length}, ${placeText(box)}`}
                  aria-describedby={hint}
                  onKeyDown={byKey(i)}
                  onFocus={() => setChosen(i)}
                >
                  <small>Box {i + 1}</small>
                  <i />
                </button>
              ))}
          </Stage>
        )}
        <div className="tools">
          <Button variant="outlined" disabled={!isLoaded || boxes.length >= BLUR_BOXES_MAX} onClick={add}>
            <Icon path={iconAdd} size={20} />
            Add a box
          </Button>
          <Button disabled={chosen === null || !boxes[chosen]} onClick={() => chosen !== null && remove(chosen)}>
            <Icon path={iconDelete} size={20} />
            Remove
          </Button>
          <Button disabled={past.length === 0} onClick={undo}>
            Undo
          </Button>
          <Muted id={hint} className="keys">
            Keys: arrows move, Shift + arrows resize, Del removes
          </Muted>
        </div>
        <span />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button className="save" variant="contained" disabled={!isLoaded || !isChanged || !isOnline} onClick={() => onSave([...boxes])}>
            <Icon path={iconCheck} size={20} />
            Save blurred photo
          </Button>
        </footer>
      </Frame>
    </Dialog>
  )
}
