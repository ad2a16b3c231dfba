/** A run that was stopped on purpose; what was finished is kept. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interrupted';
  }
}
