export class Heap<Item> {
  private readonly keys: number[] = []
  private readonly items: Item[] = []

  get size(): number {
    return this.keys.length
  }

  push(key: number, item: Item): void {
    let place = this.keys.length
    this.put(place, key, item)
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.keyAt(parent) <= key) break
      this.move(parent, place)
      place = parent
    }
    this.put(place, key, item)
  }

  pop(): Item | undefined {
    const [first, key, item] = [this.items[0], this.keys.pop(), this.items.pop()]
    if (key === undefined || item === undefined || this.size === 0) return first
    let place = 0
    for (let child = 1; child < this.size; child = place * 2 + 1) {
      if (child + 1 < this.size && this.keyAt(child + 1) < this.keyAt(child)) child++
      if (this.keyAt(child) >= key) break
      this.move(child, place)
      place = child
    }
    this.put(place, key, item)
    return first
  }

  private keyAt(place: number): number {
    return this.keys[place] ?? Infinity
  }

  private move(from: number, to: number): void {
    const item = this.items[from]
    if (item !== undefined) this.put(to, this.keyAt(from), item)
  }

  private put(place: number, key: number, item: Item): void {
    this.keys[place] = key
    this.items[place] = item
  }
}
