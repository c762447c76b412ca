# How Sphinx makes the site of the repository's Markdown, for tools/site.
from docutils import nodes
from sphinx import addnodes

project = "Slipstream"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "remedies/**.md", "examples/**.md"]
exclude_patterns = ["**/target"]
highlight_language = "none"
myst_heading_anchors = 6

html_theme = "furo"
html_title = "Slipstream"
html_copy_source = False
html_show_copyright = False
html_extra_path = ["index.html"]

# The contents, below the page that they belong to. In the Markdown itself, GitHub would show them as code.
CONTENTS = {
    "docs/index": {
        "Use": ["Overview <../README>", "install", "bake", "kubernetes", "frameworks", "../examples/fleet/README", "fleet",
                "versions", "../SECURITY", "../CHANGELOG"],
        "Remedies": ["../remedies/pinning", "../remedies/naming", "../remedies/arenas", "../remedies/priority",
                     "../remedies/buffering", "../remedies/text", "../remedies/metrics"],
        "Evidence": ["trust", "company", "../examples/README"],
        "Work on it": ["../ARCHITECTURE", "../CONTRIBUTING", "threads", "decisions/README", "../CODE_OF_CONDUCT"],
    },
    "docs/decisions/README": {"Records": ["[0-9]*"]},
}


def with_contents(app, name, text):
    for caption, pages in CONTENTS.get(name, {}).items():
        text[0] += "\n".join(["\n```{toctree}", ":hidden:", ":glob:", ":caption: " + caption, *pages, "```\n"])


def pages_that_open(app, document, name):
    # A page that a document links, such as a report, is to be read and not to be saved.
    for link in list(document.findall(addnodes.download_reference)):
        if link["reftarget"].endswith(".html"):
            uri = "../" * name.count("/") + "_downloads/" + link["filename"]
            link.replace_self(nodes.reference("", "", *link.children, refuri=uri, internal=True))


def setup(app):
    app.connect("source-read", with_contents)
    app.connect("doctree-resolved", pages_that_open)
