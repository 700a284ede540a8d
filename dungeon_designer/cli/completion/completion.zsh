#compdef dungeon-designer
# Completion of dungeon-designer in zsh. In ~/.zshrc, after compinit: eval "$(dungeon-designer completion zsh)"
_dungeon_designer_completion() {
    local -a lines plain described files folders
    local kind text description
    lines=("${(@f)$(env COMP_WORDS="${(F)words}" COMP_CWORD=$((CURRENT - 1)) \
        _DUNGEON_DESIGNER_COMPLETE=zsh_complete $words[1] 2>/dev/null)}")
    for kind text description in $lines; do
        if [[ $kind == plain && $description == _ ]]; then
            plain+=("$text")
        elif [[ $kind == plain ]]; then
            described+=("${text//:/\\:}:$description")
        else
            # outside quotes the name is escaped here, so that the ~ of a home folder stays as it is
            [[ -n $compstate[quote] ]] || text=${${(q)text}/#\\\~/\~}
            if [[ $text == */ ]]; then folders+=("$text"); else files+=("$text"); fi
        fi
    done
    local -a quoting=(-Q)
    [[ -z $compstate[quote] ]] || quoting=()
    (( ! $#described )) || _describe -V dungeon-designer described
    (( ! $#plain )) || compadd -V words -a plain
    (( ! $#files )) || compadd $quoting -f -V files -a files
    (( ! $#folders )) || compadd $quoting -f -S '' -V files -a folders
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _dungeon_designer_completion "$@"
else
    compdef _dungeon_designer_completion dungeon-designer
fi
