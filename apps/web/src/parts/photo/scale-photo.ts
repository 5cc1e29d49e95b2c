/** Redrawing a photo also removes the camera's metadata, which may reveal the location, the device and the owner. */
const QUALITY = 0.85

type Cut = { left: number; top: number; width: number; height: number }

async function drawAgain(file: Blob, cut: (whole: ImageBitmap) => Cut, sizeOf: (cut: Cut) => number): Promise<Blob> {
  // Redrawing loses the camera's metadata, including the orientation, so the orientation must be applied here.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const part = cut(picture)
  const share = Math.min(1, sizeOf(part))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(part.width * share))
  canvas.height = Math.max(1, Math.round(part.height * share))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser does not support canvas drawing')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency, and the transparent parts of a PNG would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the photo could not be read'))), 'image/jpeg', QUALITY),
  )
}

const whole = ({ width, height }: ImageBitmap): Cut => ({ left: 0, top: 0, width, height })

export const scalePhoto = (file: Blob, maxWidth: number, maxHeight: number): Promise<Blob> =>
  drawAgain(file, whole, ({ width, height }) => Math.min(maxWidth / width, maxHeight / height))

function middleSquare({ width, height }: ImageBitmap): Cut {
  const side = Math.min(width, height)
  return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side }
}

export const squarePhoto = (file: Blob, side: number): Promise<Blob> => drawAgain(file, middleSquare, ({ width }) => side / width)
