/** Works a page as a person would, and counts what it takes: presses of the mouse, and keys. A choice in a list is two presses. */
export class Hand {
  clicks = 0;
  keys = 0;

  constructor(page) {
    this.page = page;
  }

  async click(target) {
    await target.click();
    this.clicks += 1;
  }

  /** Goes into a field with a press, and types. */
  async type(field, text) {
    await this.click(field);
    await field.fill(text);
    this.keys += text.length;
  }

  async choose(list, option) {
    await list.selectOption(option);
    this.clicks += 2;
  }

  /** Presses a key, or several together, which count as one. */
  async press(key) {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  /** Types where the cursor is. */
  async write(text) {
    await this.page.keyboard.insertText(text);
    this.keys += text.length;
  }

  /** Goes to a page by the navigation. */
  async goTo(name) {
    await this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: new RegExp(`^${name}`) }));
  }
}
