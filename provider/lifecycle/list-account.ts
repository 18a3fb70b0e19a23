/** Pages that a walk may cost beyond what it has saved so far. Where the list tells its length, one page is enough. */
const surplus = { lengthKnown: 1, lengthUnknown: 2 };

/** A page is worth this part of the reads that were sent singly: a run with many reads probably has more of them. */
const shareOfSingles = 0.1;

/**
 * What lists of one collection have cost and saved in this process. It ends a walk before the walk costs more requests
 * than the reads that wait for it, and keeps the cost of all walks below a tenth of the reads.
 */
export class ListAccount {
  #pages = 0;
  #found = 0;
  #singles = 0;

  /** Call it for each page that is requested. */
  addPage(): void {
    this.#pages += 1;
  }

  /** Call it for each read that finds its item in a list. */
  addFound(): void {
    this.#found += 1;
  }

  /** Call it for each read that is sent as a request of its own. */
  addSingle(): void {
    this.#singles += 1;
  }

  /** Call it when an item of a list cannot be used: its read is sent as a request of its own. */
  removeFound(): void {
    this.#found -= 1;
  }

  /** Whether a page may be requested for `waiting` reads. `pagesLeft`: see `ListPage`. */
  mayRequest(waiting: number, pagesLeft: number | undefined): boolean {
    const saved = this.#found + this.#singles * shareOfSingles;
    if (pagesLeft !== undefined && this.#pages + pagesLeft <= saved + waiting + surplus.lengthKnown)
      return true;
    const excess = pagesLeft === undefined ? surplus.lengthUnknown : surplus.lengthKnown;
    return this.#pages + 1 <= saved + Math.min(waiting, excess);
  }
}
