/**
 * A seed gives one picture on every machine. Each picture is marked as a sample, because people may save or share the picture without the
 * page.
 */

import { type Random, randomOf } from '../random.ts'
import { lettering } from '../terrain/paint/lettering.ts'

const PICTURE = { width: 600, height: 338 }

const { width: W, height: H } = PICTURE
const HORIZON = 150

type Point = readonly [x: number, y: number]
type Sky = readonly [high: string, low: string]

const path = (points: readonly Point[], look: string, isClosed = true) =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${isClosed ? 'Z' : ''}" ${look}/>`
const box = (x: number, y: number, width: number, height: number, look: string) =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" ${look}/>`
const oval = ([x, y]: Point, rx: number, ry: number, look: string) =>
  `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${rx.toFixed(1)}" ry="${ry.toFixed(1)}" ${look}/>`
const times = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join('')
const line = (points: readonly Point[], colour: string, width: number) =>
  path(points, `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`, false)

function lump({ between }: Random, [x, y]: Point, rx: number, ry: number, look: string): string {
  const corners = 11
  const at = (i: number): Point => {
    const reach = between(0.78, 1.08)
    return [x + Math.cos((i / corners) * 2 * Math.PI) * rx * reach, y + Math.sin((i / corners) * 2 * Math.PI) * ry * reach]
  }
  return path(
    Array.from({ length: corners }, (_, i) => at(i)),
    look,
  )
}

function ridge({ between }: Random, top: number, rough: number, colour: string): string {
  const points = Array.from({ length: 13 }, (_, i): Point => [(i * W) / 12, top + between(-rough, rough)])
  return path([...points, [W, H], [0, H]], `fill="${colour}"`)
}

function gum(random: Random, x: number, foot: number, height: number): string {
  const lean = random.between(-0.12, 0.12) * height
  const bark = random.pick(['#8d7f70', '#a39687', '#75695c'])
  const leaf = random.pick(['#4c6144', '#5a6f4c', '#3f553d', '#66794f'])
  const crown = times(4, () =>
    lump(
      random,
      [x + lean + random.between(-0.22, 0.22) * height, foot - height * random.between(0.82, 1.05)],
      height * random.between(0.14, 0.24),
      height * random.between(0.09, 0.15),
      `fill="${leaf}" fill-opacity=".92"`,
    ),
  )
  return (
    line(
      [
        [x, foot],
        [x + lean * 0.4, foot - height * 0.5],
        [x + lean, foot - height * 0.95],
      ],
      bark,
      Math.max(2, height * 0.045),
    ) + crown
  )
}

type Course = (y: number) => { x: number; half: number }

function courseOf({ between }: Random): Course {
  const [from, bend] = [between(250, 350), between(-90, 90)]
  return (y) => {
    const near = (y - HORIZON) / (H - HORIZON)
    return { x: from + bend * (1 - near) * near * 3 + (W / 2 - from) * near, half: 7 + near * near * 120 + near * 26 }
  }
}

function trail(course: Course, colour: string, widen = 0): string {
  const heights = Array.from({ length: 20 }, (_, i) => HORIZON + 4 + ((H - HORIZON) * i) / 19)
  const side = (sign: number) => heights.map((y): Point => [course(y).x + sign * (course(y).half + widen * ((y - HORIZON) / 90)), y])
  return path([...side(-1), ...side(1).reverse()], `fill="${colour}"`)
}

const SHADE = 'fill="#1d1a14" fill-opacity=".28"'

const SCENES = {
  'fallen-tree': (random, course) => {
    const y = random.between(225, 250)
    const { x, half } = course(y)
    const a: Point = [x - half - 120, y + random.between(-6, 34)]
    const b: Point = [x + half + 130, y + random.between(-40, 4)]
    const at = (share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
    const shadow = line(
      [
        [a[0], a[1] + 16],
        [b[0], b[1] + 16],
      ],
      'rgba(29,26,20,.35)',
      22,
    )
    const twigs = times(7, (i) => {
      const [fx, fy] = at(0.5 + i * 0.07)
      return line(
        [
          [fx, fy],
          [fx + random.between(-20, 40), fy - random.between(20, 62)],
        ],
        '#6b5d4d',
        random.between(2, 5),
      )
    })
    const leaves = times(9, () => {
      const [fx, fy] = at(random.between(0.72, 1))
      return lump(random, [fx, fy - random.between(5, 55)], 26, 15, 'fill="#56703f" fill-opacity=".9"')
    })
    return `${shadow}${twigs}${line([a, b], '#7d6c59', 30)}${line(
      [
        [a[0], a[1] - 8],
        [b[0], b[1] - 8],
      ],
      '#9b8a74',
      7,
    )}${oval(a, 13, 16, 'fill="#c9ad83"')}${leaves}`
  },
  'hanging-branch': (random, course) => {
    const { x } = course(240)
    const from: Point = [x - random.between(120, 180), 40]
    const tip: Point = [x + random.between(20, 70), random.between(205, 235)]
    const leaves = times(16, (i) => {
      const share = 0.35 + (i / 16) * 0.65
      const at: Point = [from[0] + (tip[0] - from[0]) * share, from[1] + (tip[1] - from[1]) * share + random.between(-16, 22)]
      return lump(random, at, random.between(12, 26), random.between(8, 14), 'fill="#4f683c" fill-opacity=".9"')
    })
    return `${oval([x, 262], 90, 10, SHADE)}${line([from, [from[0] + 60, 110], tip], '#6f6151', 13)}${leaves}`
  },
  washout: (random, course) => {
    const rut = Array.from({ length: 9 }, (_, i): Point => {
      const y = 185 + i * 18
      return [course(y).x + Math.sin(i * 1.1 + random.next()) * course(y).half * 0.3, y]
    })
    const width = (i: number) => 4 + i * 4.5
    const edge = (sign: number) => rut.map(([x, y], i): Point => [x + sign * width(i) * random.between(0.8, 1.25), y])
    const stones = times(14, () => {
      const y = random.between(200, 330)
      return lump(
        random,
        [course(y).x + random.between(-0.6, 0.6) * course(y).half, y],
        random.between(3, 11),
        random.between(2, 7),
        'fill="#a89a86"',
      )
    })
    return path([...edge(-1), ...edge(1).reverse()], 'fill="#4a3a2a"') + line(rut, '#2f2419', 6) + stones
  },
  puddle: (random, course) => {
    const { x, half } = course(262)
    const water = lump(random, [x, 262], half * 1.15, 34, 'fill="#5c6a66"')
    return `${lump(random, [x, 263], half * 1.3, 42, 'fill="#54442f"')}${water}${oval([x - 20, 254], half * 0.6, 10, 'fill="#aebfc2" fill-opacity=".55"')}${times(5, (i) => oval([x - half * 0.5 + i * half * 0.24, 268 + (i % 2) * 9], 26, 2.5, 'fill="#cfdadb" fill-opacity=".45"'))}`
  },
  rocks: (random, course) =>
    times(15, (i) => {
      const y = 200 + i * 8.5
      const { x, half } = course(y)
      const [at, size] = [[x + random.between(-0.8, 0.8) * half, y] as const, (y - HORIZON) * random.between(0.07, 0.24)]
      const stone = random.pick(['#8f8a82', '#a39d92', '#77736c'])
      return `${oval([at[0] + size * 0.2, at[1] + size * 0.6], size * 1.1, size * 0.4, SHADE)}${lump(random, at, size, size * 0.7, `fill="${stone}"`)}${lump(random, [at[0] - size * 0.2, at[1] - size * 0.2], size * 0.5, size * 0.28, 'fill="#c4beb2" fill-opacity=".7"')}`
    }),
  bridge: (random, course) => {
    const missing = Math.floor(random.between(3, 7))
    const planks = times(11, (i) => {
      const [y, next] = [190 + i * i * 1.25, 190 + (i + 1) * (i + 1) * 1.25]
      const { x, half } = course(Math.min(y, H))
      const isGone = i === missing
      const wood = random.pick(['#9c8462', '#a98f6b', '#8b7555'])
      return box(x - half * 0.85, y, half * 1.7, Math.max(2, next - y - 2), `fill="${isGone ? '#1f1b15' : wood}"`)
    })
    const rail = (sign: number) => {
      const at = (y: number, up: number): Point => [course(y).x + sign * course(y).half * 0.9, y - up]
      const posts = [195, 225, 275, 325].map((y) => line([at(y, 0), at(y, (y - HORIZON) * 0.62)], '#6d5a40', (y - HORIZON) * 0.05)).join('')
      return (
        posts +
        line(
          [195, 225, 275, 325].map((y) => at(y, (y - HORIZON) * 0.58)),
          '#7b6749',
          5,
        )
      )
    }
    return planks + rail(-1) + rail(1)
  },
  post: (random, course) => {
    const { x, half } = course(285)
    const lean = random.between(10, 26) * random.pick([-1, 1])
    const foot: Point = [x + half + 26, 292]
    const post = box(-9, -120, 18, 122, 'fill="#d8d2c2" stroke="#8e8877"')
    const plate = `${box(-24, -116, 48, 40, 'rx="4" fill="#0f5c4a"')}${box(-17, -106, 34, 5, 'fill="#ffffff"')}${box(-17, -94, 22, 5, 'fill="#ffffff"')}`
    return `${oval(foot, 34, 8, 'fill="#4a3a2a"')}<g transform="translate(${foot[0].toFixed(1)} ${foot[1]}) rotate(${lean.toFixed(1)})">${post}${plate}</g>${times(6, () => lump(random, [foot[0] + random.between(-34, 34), foot[1] + random.between(0, 8)], 9, 5, 'fill="#7b6a52"'))}`
  },
  overgrown: (random, course) =>
    times(64, (i) => {
      const y = 185 + (i % 32) * 4.8
      const { x, half } = course(y)
      const side = i < 32 ? -1 : 1
      const at: Point = [x + side * half * random.between(0.35, 1.25), y]
      const tall = (y - HORIZON) * random.between(0.25, 0.5)
      const green = random.pick(['#5d7a3c', '#48652f', '#6f8a49', '#3d5730'])
      return line([at, [at[0] - side * tall * 0.5, at[1] - tall]], green, Math.max(2, tall * 0.09))
    }),
  berm: (random, course) => {
    const { x, half } = course(255)
    const lip: Point[] = [
      [x - half * 1.1, 262],
      [x - half * 0.7, 222],
      [x - half * 0.15, 214],
      [x + half * 0.1, random.between(224, 236)],
      [x + half * 0.45, 216],
      [x + half * 1.05, 262],
    ]
    const marks = times(5, (i) =>
      line(
        [
          [x - half * 0.5 + i * half * 0.22, 236],
          [x - half * 0.6 + i * half * 0.24, 300],
        ],
        '#7a5c3b',
        3,
      ),
    )
    return `${oval([x, 266], half * 1.25, 14, SHADE)}${path(lip, 'fill="#a37d52"')}${line(lip.slice(1, 5), '#c79f6e', 5)}${lump(random, [x + half * 0.12, 240], half * 0.16, 16, 'fill="#4f3a25"')}${marks}`
  },
  station: (random, course) => {
    const { x, half } = course(270)
    const left = x + half * 0.2
    return `${oval([left + 60, 292], 110, 12, SHADE)}${box(left, 150, 120, 140, 'fill="#b9c2bf" stroke="#7b8683"')}${box(left - 10, 138, 140, 18, 'fill="#55706a"')}${box(left + 18, 176, 84, 46, 'fill="#0f5c4a"')}${box(left + 28, 188, 64, 6, 'fill="#ffffff"')}${box(left + 28, 204, 40, 6, 'fill="#ffffff"')}${line(
      [
        [left + 12, 262],
        [left - 22, 262],
        [left - 22, 276],
      ],
      '#6c7775',
      8,
    )}${times(5, (i) => oval([left - 22 + random.between(-3, 3), 284 + i * 8], 3, 4, 'fill="#8fb4c4"'))}`
  },
  fence: (random, course) => {
    const y = random.between(238, 255)
    const { x, half } = course(y)
    const posts = [-1.7, -0.95, 0.95, 1.7].map((share) => box(x + half * share - 6, y - 74, 12, 82, 'fill="#8a7a63"')).join('')
    const wires = [62, 44, 26]
      .map((up) =>
        line(
          [
            [x - half * 2.4, y - up],
            [x + half * 2.4, y - up - 4],
          ],
          '#c3c7c6',
          2.4,
        ),
      )
      .join('')
    return `${posts}${wires}${line(
      [
        [x - half * 0.9, y - 26],
        [x - half * 0.1, y + 6],
        [x + half * 0.9, y - 30],
      ],
      '#e3e5e4',
      3,
    )}`
  },
  rubbish: (random, course) => {
    const { x, half } = course(268)
    const table = `${box(x + half * 0.4, 214, 150, 12, 'fill="#9c8462"')}${line(
      [
        [x + half * 0.4 + 24, 226],
        [x + half * 0.4 + 10, 284],
      ],
      '#7b6749',
      8,
    )}${line(
      [
        [x + half * 0.4 + 126, 226],
        [x + half * 0.4 + 140, 284],
      ],
      '#7b6749',
      8,
    )}`
    const colours = ['#d9d4c8', '#c7503e', '#2f6fae', '#e8c64a', '#efefef'] as const
    return `${table}${times(13, () => lump(random, [x + random.between(-0.6, 1.6) * half, random.between(250, 312)], random.between(5, 12), random.between(4, 9), `fill="${random.pick(colours)}"`))}`
  },
} satisfies Record<string, (random: Random, course: Course) => string>

export type Scene = keyof typeof SCENES
export const SCENE_NAMES = Object.keys(SCENES) as [Scene, ...Scene[]]

/** A band at the bottom is readable in a thumbnail and hard to crop. */
const mark = `<rect y="${H - 34}" width="${W}" height="34" fill="#12211e" fill-opacity=".78"/><g fill="#ffffff">${lettering('SAMPLE PICTURE', W / 2, H - 10, 20, 5).outlines}</g>`

const SKIES: [Sky, ...Sky[]] = [
  ['#7fb0d6', '#dbe9ef'],
  ['#9fb4c2', '#dfe3e3'],
  ['#6f9fc9', '#f0e2cc'],
]

export function drawPicture(scene: Scene, seed: string): string {
  const random = randomOf(`${scene} ${seed}`)
  const [high, low] = random.pick(SKIES)
  const ground = random.pick(['#7f8557', '#8d8a5c', '#73804f'])
  const soil = random.pick(['#b08d63', '#a3845f', '#bd9a70'])
  const course = courseOf(random)
  const trees = times(11, (i) =>
    gum(random, (i * W) / 10 + random.between(-26, 26), HORIZON + random.between(6, 20), random.between(70, 130)),
  )
  const nearTrees = [random.between(8, 70), W - random.between(8, 70)]
    .map((x) => gum(random, x, H - random.between(60, 100), random.between(190, 235)))
    .join('')
  const tufts = times(90, () => {
    const [x, y] = [random.between(0, W), random.between(HORIZON + 14, H)]
    const tall = (y - HORIZON) * 0.09 + 2
    return line(
      [
        [x, y],
        [x + random.between(-4, 4), y - tall],
      ],
      random.pick(['#6a7347', '#98945f', '#5b6a3f']),
      1.6,
    )
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">`,
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>`,
    `<rect width="${W}" height="${H}" fill="url(#sky)"/>`,
    ridge(random, HORIZON - 34, 16, '#93a8a5'),
    ridge(random, HORIZON - 12, 9, '#71876f'),
    `<rect y="${HORIZON}" width="${W}" height="${H - HORIZON}" fill="${ground}"/>`,
    trees,
    tufts,
    trail(course, '#8f7350', 5),
    trail(course, soil),
    SCENES[scene](random, course),
    nearTrees,
    mark,
    '</svg>',
  ].join('')
}
