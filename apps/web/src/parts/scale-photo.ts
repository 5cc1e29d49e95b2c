/**
 * A photo made small on the device, before anything leaves it. Drawing it again also leaves behind whatever the camera wrote into the
 * file: where it was taken, with what, by whom.
 */
const QUALITY = 0.85

export async function scalePhoto(file: Blob, maxWidth: number, maxHeight: number): Promise<Blob> {
  // Cameras store a turned picture and a note to turn it back; the note goes with the rest of the metadata.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const share = Math.min(1, maxWidth / picture.width, maxHeight / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * share))
  canvas.height = Math.max(1, Math.round(picture.height * share))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw pictures')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the photo could not be read'))), 'image/jpeg', QUALITY),
  )
}
